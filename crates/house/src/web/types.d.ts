// The types of the API as pages use them. `openapi.d.ts` is written from the description that the house serves (scripts/test-pages);
// this file gives its schemas short names, and finds the type of an answer by the path that is asked.

import type { components, paths } from './openapi.js';

export type Schemas = components['schemas'];

export type Act = Schemas['Act'];
export type About = Schemas['About'];
export type Board = Schemas['Board'];
export type Decided = Schemas['Decided'];
export type WagerView = Schemas['WagerView'];
export type RowView = Schemas['RowView'];
export type StakeView = Schemas['StakeView'];
export type You = Schemas['You'];
export type Question = Schemas['Question'];
export type SettledView = Schemas['SettledView'];
export type Roads = Schemas['Roads'];
export type Clause = Schemas['Clause'];
export type CoupView = Schemas['CoupView'];
export type LobbyTable = Schemas['LobbyTable'];
export type OwnCoup = Schemas['OwnCoup'];
export type OwnLimit = Schemas['OwnLimit'];
export type OwnLimitsView = Schemas['OwnLimitsView'];
export type Problem = Schemas['Problem'];
export type View = Schemas['View'];
export type DealerView = Schemas['DealerView'];
export type SupervisorView = Schemas['SupervisorView'];
export type PitTable = Schemas['PitTable'];
export type PlayerEvent = Schemas['PlayerEvent'];
export type StaffEvent = Schemas['StaffEvent'];
export type ShoeSummary = Schemas['ShoeSummary'];
export type PromotionAct = Schemas['PromotionAct'];
export type PromotionView = Schemas['PromotionView'];
export type ClaimView = Schemas['ClaimView'];

/** A table as its page shows it to anybody: what is one's own is there for players alone. */
export interface TableView {
  view: View['view'];
  seq: number;
  table: About;
  state: Board;
  you?: You | null;
}

/** A message of a table's feed: what happened, and the table after it. */
export interface Happened<Event> {
  after: number | null;
  seq: number;
  events: Event[];
  state: Board;
  you?: You;
  view?: View;
}

/** Whatever fields the members of a union have, each where it has them. */
export type Fields<T> = { [K in T extends unknown ? keyof T : never]?: T extends unknown ? (K extends keyof T ? T[K] : never) : never };

/** The steps of a path; `*` for one that can be anything. */
type Steps<P extends string> = P extends `${infer Step}/${infer Rest}` ? `${Named<Step>}/${Steps<Rest>}` : Named<P>;
type Named<Step extends string> = string extends Step ? '*' : Step extends `{${string}}` | `${number}` ? '*' : Step;
/** A path as a page writes it, without what stands behind a question mark. */
type Bare<P extends string> = P extends `${infer Path}?${string}` ? Path : P;

/** The path in the description that a page means. */
type Described<P extends string> = { [K in keyof paths & string]: Steps<K> extends `/api/v1${Steps<Bare<P>>}` ? K : never }[keyof paths & string];

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Operation<M extends Method, P extends string> = Described<P> extends infer K extends keyof paths ? paths[K][Lowercase<M> & keyof paths[K]] : never;

/** What a request answers. */
export type Answer<M extends Method, P extends string> =
  Operation<M, P> extends { responses: { 200: { content: { 'application/json': infer A } } } } ? A
  : Operation<M, P> extends { responses: { 200: { content: Record<string, infer A> } } } ? A
  : Operation<M, P> extends { responses: { 204: unknown } } ? ''
  : never;

/** What a request takes. */
export type Body<M extends Method, P extends string> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer B } } } ? B : undefined;

/** What a page says to the worker that holds the line. */
export type FromPage = { what: 'join'; table: string; reader: string } | { what: 'here' } | { what: 'leave' };

/** What that worker passes on: a message of the table's feed, or nothing if the line broke. */
export type ToPage = { message: import('./stream.js').Message | null };
