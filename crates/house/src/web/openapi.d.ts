// Written by scripts/test-pages from the description of the API. Do not edit.

export interface paths {
    "/api/v1/books": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every book of the house. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Library"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/books/{book}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A book: clauses, wagers, and their exact odds on a full shoe. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    book: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BookView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cage: where all chips and all cash are, fills and credits, drop boxes, and whether everything adds up. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CageView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cage/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask something of the cage. What concerns a table too is on record at both, or at neither. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CageAsked"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CageAnswer"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/cage/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Fills and credits under way, for everybody who may have a part in them. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TransfersView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Chips of yours that are at no table. A house without a cage keeps none. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnChips"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/coups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Coups on which you had a wager, at all tables, newest first. */
        get: {
            parameters: {
                query?: {
                    before?: string;
                    from?: number;
                    limit?: number;
                    table?: string;
                    until?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnCoups"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrol": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set your own secrets. Nobody else ever sees them. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Enrol"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Enrolled"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/enrol/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Who is about to enrol with these halves, and the second factor to set up. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Halves"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EnrollingView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Several tables, live, over one connection: a message `table` names the table of every message up to the next one of its kind. */
        get: {
            parameters: {
                query: {
                    tables: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your own limits, and what you have used of them. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnLimitsView"];
                    };
                };
            };
        };
        /** Set a limit of your own, or lift it. A tighter one binds at once at every table, a looser one after 24 hours. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SetLimit"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LimitTaken"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everybody with a password. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PeopleView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose to take somebody in, to give another role or another name, to reset an account, or to let somebody go. Somebody else approves; the link is shown
         *     once.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChangeRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Proposed"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/changes/{number}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a change that somebody else proposed. The code is shown once. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Nothing"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Approved"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people/changes/{number}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse a change, or take back your own. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Reason"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PeopleView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every table at a glance. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Pit"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pit/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The pit, live: `view` with all of it, then `changed` with each table that has changed. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happens on a lost connection or an interrupted coup. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Policy"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every promotion, the one that closes last first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Promotions"];
                    };
                };
            };
        };
        put?: never;
        /** Begin a promotion with its terms. Every fault of theirs is told at once, with line and clause. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PromotionBeginning"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PromotionView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A promotion as your role sees it: tickets are numbers, but for your own. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PromotionView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask something of a promotion. The answer comes when it is on disk. The draw, and whatever hands a prize over or takes it from
         *     somebody, is proposed by one person and approved by another, each of whom has proved again who they are.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PromotionCommanded"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PromotionAnswered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}/draw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The published record of a promotion's draw. It names nobody. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PublishedDraw"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything on record about a promotion: for those who run promotions and those who watch. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PromotionEvidence"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A promotion, live: `view` first, and again whenever something has happened. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What would follow if you asked for this now. Nothing happens. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PromotionTried"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PromotionWouldFollow"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text of a promotion's terms, as they were last written. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/promotions/{promotion}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The proofs of your own tickets, once entries are closed. Nobody is given another's, but for the desk, which prints them for a patron who
         *     has no page here, on record.
         */
        get: {
            parameters: {
                query?: {
                    for?: string;
                };
                header?: never;
                path: {
                    promotion: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TicketProof"][];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{report}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A report: `shift`, `table`, `dealers`, `drop` or `results`, with `.csv` or `.xlsx` for a file. */
        get: {
            parameters: {
                query?: {
                    day?: string;
                    from?: number;
                    sheet?: string;
                    shift?: number;
                    table?: string;
                    to?: number;
                };
                header?: never;
                path: {
                    report: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ReportView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roster/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a table while the house runs. In a house with a cage it begins without chips and gets its float by a fill. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AddTable"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RosterAnswer"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roster/tables/{table}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call a table something else. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RenameTable"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RosterAnswer"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/roster/tables/{table}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retire a table that is closed, with nobody and nothing left at it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RetireTable"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RosterAnswer"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What can be practised, which tests there are, and how you do. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SchoolView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a question. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Answering"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MarkedView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/coups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What lies on the felt of your practice table, and how it goes. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LessonView"];
                    };
                };
            };
        };
        put?: never;
        /** Set up a practice table, in place of the one you had. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Begin"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["LessonView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/coups/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask something of your practice table, as its dealer. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Practised"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Answered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/coups/table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your practice table as its dealer sees it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["View"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What you, or somebody whom you teach, got wrong, with the date, the answer and what is right. */
        get: {
            parameters: {
                query?: {
                    name?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["HistoryView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/questions/{book}/{kind}/{seed}/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A question to practise. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    book: string;
                    kind: string;
                    number: number;
                    seed: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QuestionView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a test. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Setting"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/tests/{test}/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The next question of a test, which you have not answered yet. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    test: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["QuestionView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/tests/{test}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results of a test. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    test: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ResultsView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/school/tests/{test}/results.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The answers of everybody who has sat a test, one line each, as a file. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    test: number;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Who"];
                    };
                };
            };
        };
        put?: never;
        /** Sign in with name and password. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Credentials"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Who"];
                    };
                };
            };
        };
        /** Sign out. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prove again who you are. What rules, money and disputes take is taken from you for five minutes. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Proof"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Who"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set your first second factor. Two people reset an account whose second factor is lost. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FactorSet"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        /** A fresh second factor, for staff who have none. It counts once it is set. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactorView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in by a link of a demonstration house. A guest who comes back in the same browser is the same guest, with the same chips; one who
         *     gives a name is a new one.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ByLink"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Who"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/session/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the PIN by which you come back to a session that fell asleep at a console. Only staff who have just confirmed. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        /** Come back to your session after 15 minutes without a sign of you. Three wrong PINs end it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Pin"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Who"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where you are signed in. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OwnSessions"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of your sessions. */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every shift, newest first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ShiftsView"];
                    };
                };
            };
        };
        put?: never;
        /** Begin a shift. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["BeginShift"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Shift"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/shifts/{number}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End a shift. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EndShift"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Shift"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every table. The answer has an `ETag`; asked with it as `If-None-Match`, nothing is sent while nothing is new (304). */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Lobby"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A table as your role sees it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["View"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call a supervisor to a table. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Calling"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Call"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/calls/{number}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a call: you are there. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Coming"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Call"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask something of a table. The answer comes when it is on disk. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Commanded"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Answered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/coups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Finished coups, newest first, with your own wagers. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Coups"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/coups/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A finished coup. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CoupView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A table, live. */
        get: {
            parameters: {
                query?: {
                    after?: number;
                    last?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What would follow if you did this now; nothing happens. A refusal comes with its clauses, as it would for the command. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Judge"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Follows"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is proposed at a table, with what would follow if you approved it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProposalsView"];
                    };
                };
            };
        };
        put?: never;
        /** Propose something that takes two people. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Propose"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProposalView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/proposals/{number}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a proposal; what it lets happen happens at once, or is turned down by the book. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Approve"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProposalView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/proposals/{number}/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A proposal at a console, as whoever gives their PIN sees it: with what would follow if they approved. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OwnPin"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProposalView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/proposals/{number}/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuse a proposal, or take your own back. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Refuse"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ProposalView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you are ready for the cards. Once everybody who plays at the table is, the dealer does not wait for the clock. Whoever bets again
         *     says it again. A clock that the book sets is never shortened.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReadyFor"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Readiness"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/roads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The five roads of the shoe in play. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RoadsView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A card has left the scanning shoe: it goes where it is due, or is told as not due. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ScanRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Taken"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The settings that a table has with these laid over its own, to open it with (`reopen`); nothing changes by asking. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OtherSettings"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Settings"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/shoe/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept that the shoe was given up because vault and log do not agree. The table is closed until a manager and an inspector
         *     have both done so.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ShoeAccepted"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/shoes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shoes of a table, newest first. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Shoes"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/shoes/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public record of a shoe, as docs/sealed-shoe.md has it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/jsonl": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/shoes/{number}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a finished shoe from its public record. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Checked"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/slips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The last slips of a table. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Slips"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tables/{table}/slips/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A slip, by the number of its event. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Slip"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tournaments, the newest first, page by page. The answer has an `ETag`; asked with it as `If-None-Match`, nothing is sent while nothing is
         *     new (304).
         */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Contests"];
                    };
                };
            };
        };
        put?: never;
        /** Begin a tournament with its conditions. Every fault of theirs is told at once, with line and clause. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Beginning"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContestView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A tournament as your role sees it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContestView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/commands": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask something of a tournament. The answer comes when it is on disk. What decides about money or disqualifies somebody is proposed by
         *     one person and approved by another, each of whom has proved again who they are.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContestCommanded"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContestAnswered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/conditions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The text of a tournament's conditions, as they were written. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/plain": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/draws/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A draw, once its seed is revealed. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DrawRecord"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What has happened, the newest first: everybody hears what is public, staff and those who watch also by whose hand. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    limit?: number;
                };
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContestHistory"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A tournament with everything that proves it, as docs/evidence.md has it: for staff and those who watch. Where everything stands is
         *     signed first.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/feed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A tournament, live: first `view`, then `happened` with what happened and the view after it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/forms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hand in a form. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FormHandedIn"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ContestAnswered"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/forms/{name}/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look at somebody's form, to examine it: for the supervisor alone, and on record before it is shown. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    name: string;
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Looking"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FormShown"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tournaments/{tournament}/judge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What would follow if you asked for this now. Nothing happens. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    tournament: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ContestTried"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WouldFollow"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/vouchers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every voucher, by number. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VouchersView"];
                    };
                };
            };
        };
        put?: never;
        /** Propose a voucher; it is issued once somebody else approves it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProposeVoucher"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoucherView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/vouchers/{voucher}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a voucher that somebody else proposed. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    voucher: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AboutVoucher"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoucherView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/vouchers/{voucher}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a voucher back before anybody swaps it. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    voucher: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AboutVoucher"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VoucherView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What there is to watch. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Overview"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/cage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened at the cage, by time, table, person, patron, kind or amount, newest first. */
        get: {
            parameters: {
                query?: {
                    amount_from?: number;
                    amount_to?: number;
                    before?: number;
                    fact?: string;
                    from?: number;
                    limit?: number;
                    patron?: string;
                    person?: string;
                    table?: string;
                    until?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CageFound"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/coups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find coups by time, table, person, cards or what happened in them, newest first. */
        get: {
            parameters: {
                query?: {
                    amount_from?: number;
                    amount_to?: number;
                    approver?: string;
                    before?: string;
                    cards?: string;
                    coup?: number;
                    dealer?: string;
                    fact?: string;
                    from?: number;
                    keyed_by?: string;
                    limit?: number;
                    patron?: string;
                    person?: string;
                    proposer?: string;
                    table?: string;
                    until?: number;
                    void?: boolean;
                    winner?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Found"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bookmarks and incident notes, newest first. */
        get: {
            parameters: {
                query?: {
                    before?: number;
                    coup?: number;
                    limit?: number;
                    table?: string;
                    words?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NotesView"];
                    };
                };
            };
        };
        put?: never;
        /** Write a note. What is written stays. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewNote"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NoteView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/tables/{table}/composition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is left in the shoe in play and the exact odds of the moment, where the book lets you see them. Each look is on record. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompositionView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/tables/{table}/coups/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A coup card by card, with the table as it stood after each event. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Replay"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/tables/{table}/coups/{number}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A coup with everything that proves it, as docs/evidence.md has it. Where everything stands is signed first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    number: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/tables/{table}/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The disputes of a table, each with the cases that were made of it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DisputesView"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/tables/{table}/disputes/{dispute}/case": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The file of a case: the same bytes for ever. */
        get: {
            parameters: {
                query?: {
                    number?: number;
                };
                header?: never;
                path: {
                    dispute: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Freeze a dispute: its events, the coups it concerns and notes on it, each proved. Its hash is in the log. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    dispute: number;
                    table: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CaseRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CaseRecord"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/tables/{table}/in-force": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which rules and settings were in force at a moment, under which clauses and since when. */
        get: {
            parameters: {
                query?: {
                    at?: number;
                    event?: number;
                };
                header?: never;
                path: {
                    table: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InForce"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/watch/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far verifying has come, or what it found. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationView"];
                    };
                };
            };
        };
        put?: never;
        /** Verify the whole log and every finished shoe. It goes on by itself: ask again how far it has come. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["VerifyRequest"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VerificationView"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        About: {
            automatic_staff: boolean;
            betting_seconds: number;
            book: string;
            book_name: string;
            cards: components["schemas"]["CardsFrom"];
            chips: number[];
            dealing?: string | null;
            decks: number;
            demonstration: boolean;
            differential?: number | null;
            id: string;
            instrument: string;
            method: string;
            method_name: string;
            name: string;
            period_seconds?: number | null;
            players_buy_in: number;
            seats: number;
            standing: boolean;
            wagers: components["schemas"]["WagerView"][];
            wagers_kept: boolean;
        };
        AboutVoucher: {
            id: string;
        };
        /** @enum {string} */
        AccountStep: "added" | "removed" | "new-password" | "proposed" | "approved" | "refused" | "enrolled" | "taken-over";
        Act: {
            /** @constant */
            act: "sign-on";
        } | {
            /** @constant */
            act: "sign-off";
        } | {
            /** @constant */
            act: "arrive";
        } | {
            /** @constant */
            act: "buy-in";
            cash: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "swap-voucher";
            number?: string | null;
            worth?: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "swap-dated-voucher";
            until: components["schemas"]["Time"];
            worth: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "take-seat";
            seat: number;
        } | {
            /** @constant */
            act: "leave";
        } | {
            /** @constant */
            act: "bring-chips";
            chips: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "take-chips";
        } | {
            /** @constant */
            act: "ask-to-vacate";
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "check-cards";
        } | {
            /** @constant */
            act: "device-checks-cards";
        } | {
            /** @constant */
            act: "prepare";
            step: components["schemas"]["Preparation"];
        } | {
            /** @constant */
            act: "shuffle";
        } | {
            /** @constant */
            act: "ask-riffle";
        } | {
            /** @constant */
            act: "riffle";
        } | {
            /** @constant */
            act: "let-players-cut";
        } | {
            /** @constant */
            act: "offer-cut";
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "refuse-cut";
        } | {
            /** @constant */
            act: "name-cutter";
            other: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "cut";
            at: number;
        } | {
            /** @constant */
            act: "insert-cutting-card";
            counted?: boolean;
            from_back: number;
        } | {
            /** @constant */
            act: "load-cards";
        } | {
            /** @constant */
            act: "choose-burn";
            style: components["schemas"]["BurnStyle"];
        } | {
            /** @constant */
            act: "burn-card";
            card?: components["schemas"]["Card"] | null;
        } | {
            /** @constant */
            act: "burn-rest";
            cards: number;
            short?: boolean;
        } | {
            /** @constant */
            act: "ask-burnt-card";
        } | {
            /** @constant */
            act: "show-burnt-card";
            card: components["schemas"]["Card"];
        } | {
            /** @constant */
            act: "start-play";
        } | {
            /** @constant */
            act: "replace-cards";
            other_colour: boolean;
            some?: boolean;
            supply: components["schemas"]["Supply"];
            when: components["schemas"]["ReplaceWhen"];
        } | {
            /** @constant */
            act: "find-unfit";
        } | {
            /** @constant */
            act: "order-shuffle";
            mix_doubted?: boolean;
        } | {
            /** @constant */
            act: "verify-cards";
        } | {
            /** @constant */
            act: "approve";
            what: components["schemas"]["Approval"];
        } | {
            /** @constant */
            act: "open-betting";
        } | {
            /** @constant */
            act: "place";
            amount: components["schemas"]["Money"];
            box: number;
            kind: components["schemas"]["ChipKind"];
            spoken?: boolean;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "change";
            amount: components["schemas"]["Money"];
            box: number;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "move";
            box: number;
            to_box: number;
            to_wager: components["schemas"]["WagerId"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "withdraw";
            box: number;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "refuse-wager";
            box: number;
            patron: components["schemas"]["Name"];
            reason: string;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "report-accepted";
            amount: components["schemas"]["Money"];
            box: number;
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "find-invalid";
            box: number;
            lacks: components["schemas"]["Validity"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "find-wager";
            amount: components["schemas"]["Money"];
            box: number;
            kind: components["schemas"]["ChipKind"];
            late?: boolean;
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "find-cash";
            amount: components["schemas"]["Money"];
            box: number;
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "scale-for-differential";
        } | {
            /** @constant */
            act: "scale-for-area";
            box: number;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "give-place";
            box: number;
            to?: components["schemas"]["Name"] | null;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "ask-no-bet-coup";
        } | {
            /** @constant */
            act: "agree";
            to: components["schemas"]["Proposal"];
        } | {
            /** @constant */
            act: "direct-no-bet-coup";
            marker?: boolean;
            source: components["schemas"]["NoBetSource"];
            surveillance_told?: boolean;
        } | {
            /** @constant */
            act: "call";
            words: components["schemas"]["CallWords"];
        } | {
            /** @constant */
            act: "draw-cutting-card";
        } | {
            /** @constant */
            act: "draw-first-card";
        } | {
            /** @constant */
            act: "deal-card";
            card?: components["schemas"]["Card"] | null;
            to: components["schemas"]["Side"];
        } | {
            /** @constant */
            act: "offer-hand";
            side: components["schemas"]["Side"];
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "take-hand";
        } | {
            /** @constant */
            act: "refuse-hand";
        } | {
            /** @constant */
            act: "nominate";
            cards?: components["schemas"]["NamedFor"];
            nominees: components["schemas"]["Name"][];
        } | {
            /** @constant */
            act: "pass-card";
            side: components["schemas"]["Side"];
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "collect-hand";
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            act: "find-held";
            lacks: components["schemas"]["Holding"];
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "forfeit-cards";
            reason?: string | null;
        } | {
            /** @constant */
            act: "offer-role";
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "take-role";
        } | {
            /** @constant */
            act: "pass-role";
        } | {
            /** @constant */
            act: "expose";
            cards?: components["schemas"]["Card"][];
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            act: "settle";
        } | {
            /** @constant */
            act: "collect-cards";
        } | {
            /** @constant */
            act: "decide-remainder";
            patron: components["schemas"]["Name"];
            pays: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "fill";
            amount: components["schemas"]["Money"];
            pieces?: components["schemas"]["Pieces"] | null;
            signed: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "credit";
            amount: components["schemas"]["Money"];
            pieces?: components["schemas"]["Pieces"] | null;
            signed: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "count-float";
            count: components["schemas"]["Money"];
            pieces?: components["schemas"]["Pieces"] | null;
            signed: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "correct-float";
            count: components["schemas"]["Money"];
            pieces?: components["schemas"]["Pieces"] | null;
            why: string;
        } | {
            /** @constant */
            act: "change-chips";
            gets: components["schemas"]["Pieces"];
            gives: components["schemas"]["Pieces"];
        } | {
            /** @constant */
            act: "take-drop-box";
        } | {
            /** @constant */
            act: "invalidate";
            affected?: boolean;
            cheat?: components["schemas"]["Name"] | null;
            coup?: number | null;
            forfeit?: boolean;
            ground: components["schemas"]["Ground"];
            why: string;
        } | {
            /** @constant */
            act: "report";
            report: components["schemas"]["ReportInput"];
        } | {
            /** @constant */
            act: "decide";
            matter: number;
            remedy: components["schemas"]["Remedy"];
            why: string;
        } | {
            /** @constant */
            act: "resume";
        } | {
            /** @constant */
            act: "shuffle-by-consent";
        } | {
            /** @constant */
            act: "report-device";
        } | {
            /** @constant */
            act: "answer-device";
            condition: components["schemas"]["TransferCondition"];
            holds: boolean;
            why: string;
        } | {
            /** @constant */
            act: "name-damaged";
            cards: components["schemas"]["Card"][];
            why: string;
        } | {
            /** @constant */
            act: "take-step";
            step: components["schemas"]["DeviceMeasure"];
        } | {
            /** @constant */
            act: "replace-damaged";
            back?: string | null;
            cards: components["schemas"]["Card"][];
            new_deck: boolean;
        } | {
            /** @constant */
            act: "report-breach";
            ban: components["schemas"]["Ban"];
            what: string;
            who: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "sanction";
            breach: number;
            measures: components["schemas"]["Measure"][];
            why: string;
        } | {
            /** @constant */
            act: "hand-over";
            breach: number;
            police?: boolean;
            to: components["schemas"]["Name"];
        } | {
            about: string;
            /** @constant */
            act: "open-dispute";
            patron?: components["schemas"]["Name"] | null;
        } | {
            /** @constant */
            act: "decide-dispute";
            award?: components["schemas"]["Award"] | null;
            dispute: number;
            finding: components["schemas"]["Finding"];
            why: string;
        } | {
            /** @constant */
            act: "ask-review";
            dispute: number;
        } | {
            /** @constant */
            act: "settle-open-item";
            coup: number;
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "post-sign";
            change: components["schemas"]["TableChangeInput"];
            effective: components["schemas"]["Time"];
        } | {
            /** @constant */
            act: "tell-players";
            change: components["schemas"]["TableChangeInput"];
        } | {
            /** @constant */
            act: "make-change";
            change: components["schemas"]["TableChangeInput"];
            keep_old?: boolean;
        } | {
            /** @constant */
            act: "set-personal-limit";
            limits: components["schemas"]["Limits"];
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "restrict";
            option: string;
            sign: boolean;
            surveillance_told: boolean;
        } | {
            /** @constant */
            act: "lift-restriction";
            option: string;
        } | {
            /** @constant */
            act: "report-sign";
            shows: components["schemas"]["SignSubject"];
        } | {
            /** @constant */
            act: "close";
            count: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "begin-session";
            table: number;
            terms?: components["schemas"]["SessionTerms"] | null;
            tournament: string;
        } | {
            /** @constant */
            act: "end-session";
        } | {
            /** @constant */
            act: "reopen";
            count: components["schemas"]["Money"];
            settings?: components["schemas"]["SettingsInput"] | null;
        } | {
            /** @constant */
            act: "ask-rules";
        } | {
            /** @constant */
            act: "ask-to-see";
            what: components["schemas"]["Disclosure"];
        };
        Actor: {
            name: components["schemas"]["Name"];
            role: components["schemas"]["BookRole"];
        };
        AddTable: {
            id: string;
            table: string;
            why: string;
        };
        /** @enum {string} */
        AlarmState: "quiet" | "watch" | "alarm";
        AlarmView: {
            capital: number;
            coup?: number | null;
            coups: number;
            expected: number[];
            highest: number;
            seen: number[];
            since?: number | null;
            sounds_at: number;
            state: components["schemas"]["AlarmState"];
            won: number;
            won_expected: number;
        };
        AnnouncedView: {
            change: components["schemas"]["TableChange"];
            effective?: number | null;
            since: number;
        };
        Answered: {
            events: components["schemas"]["Events"];
            seq: number;
        };
        Answering: {
            book?: string;
            given: string;
            id: string;
            kind?: string;
            ms: number;
            number: number;
            seed?: number;
            test?: number | null;
        };
        Approval: {
            patron: components["schemas"]["Name"];
            /** @constant */
            what: "both-hands";
            with?: components["schemas"]["WagerId"][];
        } | {
            /** @constant */
            what: "burn-style";
        } | {
            /** @constant */
            what: "riffle";
        } | {
            /** @constant */
            what: "hand-shuffle";
        } | {
            /** @constant */
            what: "nominees";
        };
        Approve: {
            effect: string;
            pin?: components["schemas"]["OwnPin"] | null;
        };
        Approved: {
            code?: string | null;
            name: string;
            number: number;
        };
        AskedFor: {
            /** @enum {string} */
            for: "cut";
            least: number;
            most: number;
            shoe: number;
        } | {
            /** @enum {string} */
            for: "take-hand";
            side?: string | null;
        } | {
            /** @enum {string} */
            for: "expose";
            side?: string | null;
        } | {
            /** @enum {string} */
            for: "take-role";
        };
        Asks: "nothing" | "card" | "card-if-seen" | "order" | "coup" | "reason";
        AttemptView: {
            at: number;
            channel: string;
            counts: boolean;
            reached: boolean;
        };
        Award: {
            paid: components["schemas"]["Money"];
        } | {
            "taken-back": components["schemas"]["Money"];
        };
        Ban: "touching-cards" | "letting-others-touch-cards" | "predicting-device" | "staff-advice" | "staff-favour" | "staff-departure" | "swaying-others" | "private-bets" | "touching-wagers";
        BarredView: {
            measure: string;
            name: string;
        };
        Bead: {
            at: components["schemas"]["Spot"];
            banker_pair: boolean;
            natural: boolean;
            player_pair: boolean;
            winner: components["schemas"]["Winner"];
        };
        /** @enum {string} */
        Became: "wins" | "stands-off" | "loses" | "void";
        Begin: {
            book?: string;
            coups?: number;
            seed?: number;
            test?: number | null;
        };
        Beginning: {
            conditions: string;
            id: string;
        };
        BeginShift: {
            id: string;
            name: string;
            relieves?: number | null;
            why: string;
        };
        BettingView: {
            last_coup: boolean;
            no_bet?: string | null;
            open: boolean;
            ready?: components["schemas"]["Readiness"] | null;
            until?: number | null;
        };
        BetView: {
            amount: number;
            seat: number;
            wager: string;
        };
        BigRoad: {
            cells: components["schemas"]["Cell"][];
            columns: components["schemas"]["Column"][];
            ties_before_first: number;
        };
        Board: {
            banker: components["schemas"]["HandView"];
            betting: components["schemas"]["BettingView"];
            coup: number;
            dealer: boolean;
            decided?: components["schemas"]["Decided"] | null;
            due: components["schemas"]["DueView"];
            limits: components["schemas"]["Limits"];
            now: number;
            phase: components["schemas"]["PhaseView"];
            player: components["schemas"]["HandView"];
            seats: components["schemas"]["SeatView"][];
            service: components["schemas"]["Service"];
            shoe: components["schemas"]["ShoeView"];
            signs: components["schemas"]["PostedSign"][];
            stakes: components["schemas"]["StakeView"][];
            standing: number;
            waits_for?: components["schemas"]["WaitsFor"] | null;
        };
        BookInForce: {
            hash: string;
            id: string;
            instrument: string;
            name: string;
            since: number;
        };
        BookRole: "player" | "dealer" | "game-supervisor" | "supervisor" | "manager" | "employee" | "operator" | "surveillance" | "inspector" | "authority" | "director" | "scrutineer" | "checking-device" | "system";
        BookTitle: {
            clause_count: number;
            hash: string;
            id: string;
            instrument: string;
            name: string;
            rules_sha256: string;
            standing: string;
        };
        BookView: components["schemas"]["BookTitle"] & {
            clauses: components["schemas"]["Clause"][];
            methods: components["schemas"]["MethodView"][];
        };
        /** @enum {string} */
        Bound: "stake" | "loss" | "minutes" | "reminder";
        BoxesView: {
            coups: number;
            won: {
                [key: string]: number;
            };
        };
        BoxView: {
            at: number;
            counted?: number | null;
            counted_once_by?: string | null;
            counters: string[];
            dealers?: {
                [key: string]: number;
            } | null;
            differed: number;
            keyed?: number | null;
            local: string;
            number: number;
            table: string;
            variance?: number | null;
        };
        Breach: {
            ban: components["schemas"]["Ban"];
            by: components["schemas"]["Actor"];
            handed_to: components["schemas"]["Name"] | null;
            id: number;
            measures: components["schemas"]["Measure"][];
            who: components["schemas"]["Name"];
        };
        BurnStyle: "one-unseen" | "one-shown-on-request" | "face-up-and-its-count";
        ByLink: {
            link: string;
            name?: string | null;
        };
        BySide: {
            banker: number;
            player: number;
        };
        ByWinner: {
            banker: number;
            player: number;
            tie: number;
        };
        CageAnswer: {
            number?: number | null;
        };
        CageAsked: {
            id: string;
            order: components["schemas"]["CageOrder"];
            pin?: components["schemas"]["OwnPin"] | null;
            second?: components["schemas"]["OwnPin"] | null;
        };
        CageEvent: {
            at: number;
            by: string;
            event: number;
            fact: string;
            number?: number | null;
            patron?: string | null;
            role: string;
            second?: string | null;
            table?: string | null;
            whole: {
                [key: string]: unknown;
            };
            worth?: number | null;
        };
        CageFound: {
            all: number;
            before?: number | null;
            events: components["schemas"]["CageEvent"][];
        };
        CageOrder: {
            /** @enum {string} */
            act: "issue-chips";
            pieces: {
                [key: string]: number;
            };
            why: string;
        } | {
            /** @enum {string} */
            act: "move-cash";
            amount: number;
            why: string;
        } | {
            /** @enum {string} */
            act: "open-bank";
            cash: number;
            pieces: {
                [key: string]: number;
            };
        } | {
            /** @enum {string} */
            act: "close-bank";
            cash: number;
            pieces: {
                [key: string]: number;
            };
        } | {
            /** @enum {string} */
            act: "buy";
            identity?: string | null;
            patron?: string | null;
            pieces: {
                [key: string]: number;
            };
        } | {
            /** @enum {string} */
            act: "redeem";
            identity?: string | null;
            patron?: string | null;
            pieces: {
                [key: string]: number;
            };
        } | {
            /** @enum {string} */
            act: "colour";
            gets: {
                [key: string]: number;
            };
            gives: {
                [key: string]: number;
            };
        } | {
            /** @enum {string} */
            act: "request";
            kind: string;
            pieces: {
                [key: string]: number;
            };
            table: string;
        } | {
            /** @enum {string} */
            act: "approve";
            number: number;
        } | {
            /** @enum {string} */
            act: "send";
            number: number;
            pieces: {
                [key: string]: number;
            };
        } | {
            /** @enum {string} */
            act: "carry";
            number: number;
        } | {
            /** @enum {string} */
            act: "receive";
            number: number;
            pieces: {
                [key: string]: number;
            };
        } | {
            /** @enum {string} */
            act: "resolve";
            found: {
                [key: string]: number;
            };
            number: number;
            why: string;
        } | {
            /** @enum {string} */
            act: "cancel";
            number: number;
            why: string;
        } | {
            /** @enum {string} */
            act: "take-box";
            table: string;
        } | {
            /** @enum {string} */
            act: "count-box";
            cash: number;
            number: number;
        } | {
            /** @enum {string} */
            act: "correct-float";
            count: number;
            pieces?: {
                [key: string]: number;
            } | null;
            table: string;
            why: string;
        };
        CageView: {
            balances: boolean;
            boxes: components["schemas"]["BoxView"][];
            cash: components["schemas"]["CashView"];
            chips: components["schemas"]["ChipsView"];
            day: number;
            holders: components["schemas"]["CarrierView"][];
            identity_from?: number | null;
            open: boolean;
            pieces: {
                [key: string]: number;
            };
            second_from?: number | null;
            tables: components["schemas"]["TableChips"][];
            transfers: components["schemas"]["TransferView"][];
        };
        Call: {
            answered_by?: string | null;
            at: number;
            by: string;
            number: number;
            role: string;
            why: string;
        };
        Calling: {
            id: string;
            why?: string;
        };
        CallWords: "place-your-bets" | "no-more-bets" | "no-bets-this-hand" | "last-coup" | "last-hand" | "point-counts-player-first" | "final-counts-and-winner" | "tie-hand" | "standoff" | "result";
        Card: string;
        CardFate: "bankers-third" | "opens-next-coup" | "opens-no-bet-coup" | "played" | "put-in-place" | "stays-burnt" | "stays-in-play";
        CardsAfter: "play-on" | "shuffled" | "taken-out-and-checked" | "may-be-shuffled-by-consent" | "may-be-checked-after-coup";
        /** @enum {string} */
        CardsFrom: "sealed" | "felt";
        CarrierView: {
            chips: number;
            name: string;
        };
        Case: {
            then: string;
            when: string;
        };
        CaseRecord: {
            at?: number;
            by?: string;
            bytes: number;
            coups: number[];
            dispute: number;
            notes: number[];
            number: number;
            sha256: string;
            table: string;
            why: string;
        };
        CaseRequest: {
            coups?: number[];
            id: string;
            notes?: number[];
            why: string;
        };
        CashView: {
            bank: number;
            boxes?: number | null;
            cage: number;
            dropped: number;
            paid: number;
            tables?: number | null;
            taken: number;
            variance: number;
        };
        Cell: {
            at: components["schemas"]["Spot"];
            banker_pair: boolean;
            column: number;
            coup: number;
            natural: boolean;
            player_pair: boolean;
            row: number;
            side: components["schemas"]["Side"];
            ties: number;
        };
        /** @enum {string} */
        Change: "take-in" | "reset" | "role" | "rename" | "let-go";
        ChangeRequest: {
            change: components["schemas"]["Change"];
            id: string;
            name: string;
            role?: components["schemas"]["Role"] | null;
            to?: string | null;
            why: string;
        };
        Checked: {
            cards?: number | null;
            faults: string[];
            holds: boolean;
        };
        ChipKind: "chips" | "promotional-tokens";
        ChipsView: {
            cage: number;
            issued: number;
            missing: number;
            patrons: number;
            tables: number;
            tokens: number;
            transit: number;
        };
        Claimant: {
            address: string;
            name: string;
        };
        ClaimView: {
            at: number;
            by: string;
            cash?: number | null;
            claimants?: components["schemas"]["DeniedClaimant"][] | null;
            eligible?: boolean | null;
            may_take_cash: boolean;
            number: number;
            parts: components["schemas"]["PaidPart"][];
            payment_by?: string | null;
            prize: number;
            reason?: string | null;
            standing: string;
        };
        Clause: {
            actor: components["schemas"]["BookRole"][];
            for?: components["schemas"]["Scope"] | null;
            gist: string;
            kind: components["schemas"]["ClauseKind"];
            number: components["schemas"]["ClauseNumber"];
            reading?: string | null;
        };
        ClauseKind: "fact" | "compute" | "gate" | "flow" | "ruling" | "config" | "notice" | "record" | "judgement";
        ClauseNumber: string;
        ClauseView: {
            answered: number;
            book: string;
            clause: string;
            gist: string;
            right: number;
        };
        ClockShift: {
            from: number;
            minutes: number;
        };
        Closing: "first-card" | "call" | "clock-zero";
        Colour: "red" | "blue";
        Column: {
            length: number;
            of: components["schemas"]["Side"];
        };
        Column2: {
            length: number;
            of: components["schemas"]["Colour"];
        };
        Coming: {
            id: string;
        };
        Commanded: {
            acts: components["schemas"]["Act"][];
            coup?: number | null;
            for?: string | null;
            id: string;
            shoe?: number | null;
            signed?: components["schemas"]["OwnPin"] | null;
        };
        CompositionView: {
            clauses: string[];
            drawn: number;
            event: number;
            left: components["schemas"]["LeftOf"][];
            no_odds?: string | null;
            odds: components["schemas"]["MomentOdds"][];
            of: number;
            seen: string[];
            shoe: number;
            table: string;
        };
        ContestAnswered: {
            events: components["schemas"]["ContestEvent"][];
            seq: number;
        };
        ContestCommanded: {
            act: components["schemas"]["TournamentAct"];
            for?: string | null;
            id: string;
        };
        ContestDesk: {
            duties: components["schemas"]["DutyView"][];
            findings: [
                string,
                string
            ][];
            form: string[];
            fund: components["schemas"]["FundView"];
            proposals: components["schemas"]["ContestProposal"][];
        };
        ContestEntry: {
            book: string;
            book_name: string;
            entered: number;
            fee: number;
            id: string;
            most: number;
            name: string;
            phase: string;
            pool: number;
        };
        ContestEvent: {
            at: number;
            by?: string | null;
            clauses: string[];
            fact: string;
            form?: components["schemas"]["OpenedForm"] | null;
            keyed_by?: string | null;
            message: string;
            seal?: string | null;
            seq: number;
            values?: {
                [key: string]: string;
            };
        };
        ContestHistory: {
            before?: number | null;
            events: components["schemas"]["ContestEvent"][];
        };
        ContestProposal: {
            by: string;
            number: number;
            what: components["schemas"]["TournamentAct"];
        };
        Contests: {
            before?: number | null;
            tournaments: components["schemas"]["ContestEntry"][];
        };
        ContestSeat: {
            absent: boolean;
            forms: number;
            name: string;
            out: boolean;
            passes: number;
            resting: boolean;
            seat: number;
            stack: number;
            taken: boolean;
        };
        ContestTable: {
            counted: boolean;
            coup?: components["schemas"]["CoupNow"] | null;
            coups: number;
            dealt_at?: string | null;
            disputed: boolean;
            ended: boolean;
            last_cards: string[];
            limits?: number[] | null;
            name: string;
            number: number;
            places?: components["schemas"]["PlaceView"][] | null;
            play_off: boolean;
            seats: components["schemas"]["ContestSeat"][];
            until?: number | null;
        };
        ContestTried: {
            act: components["schemas"]["TournamentAct"];
            for?: string | null;
        };
        ContestView: components["schemas"]["ContestEntry"] & {
            begun: boolean;
            break_until?: number | null;
            conditions: string;
            desk?: components["schemas"]["ContestDesk"] | null;
            draws: number;
            entrants: components["schemas"]["EntrantView"][];
            further: boolean;
            least: number;
            next_draw?: components["schemas"]["NextDraw"] | null;
            now: number;
            officials: string[];
            places: components["schemas"]["PlaceView"][];
            prizes: components["schemas"]["PrizeView"][];
            reserves: string[];
            results: components["schemas"]["PlaceView"][][][];
            rounds: components["schemas"]["RoundsView"][];
            seconds?: number | null;
            seq: number;
            stage: number;
            stages: components["schemas"]["StageView"][];
            tables: components["schemas"]["ContestTable"][];
            terms: components["schemas"]["TermsView"];
            version: number;
            you?: components["schemas"]["YouView"] | null;
        };
        ContestWager: {
            id: string;
            name: string;
        };
        Correction: {
            keyed: components["schemas"]["Card"];
            was: components["schemas"]["Card"];
        };
        Counts: {
            longest_streak: components["schemas"]["BySide"];
            naturals: components["schemas"]["ByWinner"];
            pairs: components["schemas"]["BySide"];
            total: number;
            winners: components["schemas"]["ByWinner"];
        };
        CoupFate: "goes-on" | "reconstructed" | "void" | "result-stands" | "finished-then-shuffled" | "void-unless-confirmed";
        CoupFound: {
            amounts: number[];
            approvers: string[];
            cards: components["schemas"]["DealtCard"][];
            coup: number;
            dealers: string[];
            dealt: boolean;
            events: number[];
            facts: string[];
            from: number;
            keyed_by: string[];
            no_bet: boolean;
            over: boolean;
            patrons: string[];
            people: string[];
            proposers: string[];
            put_right?: components["schemas"]["DealtCard"][];
            shoe: number;
            table: string;
            until: number;
            void: boolean;
            winner?: string | null;
        };
        CoupNow: {
            bets: components["schemas"]["BetView"][];
            called: boolean;
            dealt: boolean;
            forms: components["schemas"]["FormView"][];
            marker?: number | null;
            number: number;
            passes: number[];
            turn?: number | null;
            turn_since?: number | null;
            turns: number[];
        };
        Coups: {
            before?: number | null;
            coups: components["schemas"]["CoupView"][];
        };
        CoupView: {
            banker: (string | null)[];
            decided?: components["schemas"]["Decided"] | null;
            no_bet: boolean;
            number: number;
            player: (string | null)[];
            shoe: number;
            void: boolean;
            yours: components["schemas"]["SettledView"][];
        };
        Credentials: {
            factor?: string | null;
            name: string;
            password: string;
        };
        CutMove: "front-and-card-to-back" | "front-to-back";
        DealerView: {
            desk: components["schemas"]["DeskView"];
            matters: components["schemas"]["Matter"][];
            patrons: components["schemas"]["PatronView"][];
            possible: components["schemas"]["Possible"][];
            seq: number;
            state: components["schemas"]["Board"];
            table: components["schemas"]["About"];
        };
        DealingView: {
            burn: string;
            cash: boolean;
            faces: string;
            from_back: number;
            scanning: boolean;
        };
        DealtCard: {
            card?: string | null;
            to: string;
        };
        DealtView: {
            errors?: number | null;
            ms: number;
            number: number;
            slips: components["schemas"]["SlipView"][];
        };
        Decided: {
            banker: number;
            banker_pair?: string | null;
            coup: number;
            natural: boolean;
            player: number;
            player_pair?: string | null;
            winner: string;
        };
        DecidedView: {
            at: number;
            by: string;
            role: components["schemas"]["Role"];
            seq?: number | null;
            why?: string | null;
        };
        Decision: {
            by: components["schemas"]["Actor"];
            remedy: components["schemas"]["Remedy"];
            why: string;
        };
        Denial: {
            act?: number | null;
            clauses: string[];
            detail: string;
            params?: {
                [key: string]: number;
            };
            silences: string[];
            word: string;
        };
        DenialGround: "not-eligible" | "not-the-winner" | "reservation" | "other";
        DeniedClaimant: {
            address: string;
            name: string;
        };
        DerivedRoad: {
            columns: components["schemas"]["Column2"][];
            marks: components["schemas"]["Mark"][];
        };
        DesignatedView: {
            holder?: string | null;
            nobody: boolean;
            offered?: string | null;
        };
        DeskView: {
            banker: components["schemas"]["HolderView"];
            calls: components["schemas"]["Call"][];
            chips: components["schemas"]["PaidInAll"];
            dealing: components["schemas"]["DealingView"];
            designated: components["schemas"]["DesignatedView"];
            due: components["schemas"]["DueInFull"];
            duty: components["schemas"]["OnDuty"][];
            offers: components["schemas"]["Offer"][];
            payments: components["schemas"]["Payment"][];
            pays: components["schemas"]["WagerPays"][];
            player: components["schemas"]["HolderView"];
            stakes: components["schemas"]["StakeOf"][];
            stray?: string | null;
            tray?: {
                [key: string]: number;
            } | null;
            tray_short: boolean;
        };
        Device: "card-shoe" | "shuffling-device";
        DeviceFailure: "undamaged" | "damaged" | "somebody-hurt" | "no-transfer" | "no-card-out";
        DeviceMeasure: "move-cards" | "remove-damaged" | "move-sound" | "replace-from-new-deck" | "add-replacements" | "go-on" | "end-coup-and-return" | "offer-stakes-back" | "shuffle-and-cut" | "finish-from-shoe" | "earlier-stand";
        Disclosure: "composition" | "odds" | "results";
        Dispute: {
            about: string;
            at: components["schemas"]["Time"];
            by: components["schemas"]["Actor"];
            coup: number;
            decisions: components["schemas"]["DisputeDecision"][];
            id: number;
            patron: components["schemas"]["Name"] | null;
            waits: components["schemas"]["DisputeStage"] | null;
        };
        DisputeDecision: {
            at: components["schemas"]["Time"];
            by: components["schemas"]["Actor"];
            finding: components["schemas"]["Finding"];
            stage: components["schemas"]["DisputeStage"];
            why: string;
        };
        DisputeStage: "first-instance" | "review" | "final" | "regulator";
        DisputesView: {
            disputes: components["schemas"]["DisputeView"][];
        };
        DisputeView: {
            cases: components["schemas"]["CaseRecord"][];
            coup?: number | null;
            dispute: components["schemas"]["Dispute"];
        };
        Disqualifying: "no-wager" | "raised-buy-in" | "hid-chips" | "absence" | "breach";
        DrawApart: {
            groups: string[][];
            parts: number[];
        };
        DrawRecord: {
            apart: components["schemas"]["DrawApart"];
            list: string[];
            method: string;
            mix: string;
            order: number[];
            passed_over: number;
            root: string;
            seal: string;
            sealed: components["schemas"]["DrawSealed"];
            seed: string;
        };
        DrawSealed: {
            number: number;
            previous: string;
            purpose: string;
            seed_hash: string;
        };
        /** @enum {string} */
        DualControl: "void" | "correction" | "award";
        Due: {
            /** @constant */
            due: "check";
        } | {
            /** @constant */
            due: "prepare";
            step: components["schemas"]["Preparation"];
        } | {
            /** @constant */
            due: "shuffle";
        } | {
            /** @constant */
            due: "replace-cards";
        } | {
            /** @constant */
            due: "offer-cut";
            to: components["schemas"]["Name"] | null;
        } | {
            by: components["schemas"]["Name"] | null;
            /** @constant */
            due: "cut";
        } | {
            /** @constant */
            due: "insert-cutting-card";
        } | {
            /** @constant */
            due: "load";
        } | {
            /** @constant */
            due: "burn";
        } | {
            cards: number;
            /** @constant */
            due: "burn-rest";
        } | {
            /** @constant */
            due: "start-play";
        } | {
            /** @constant */
            due: "offer-role";
            to: components["schemas"]["Name"];
        } | {
            by: components["schemas"]["Name"];
            /** @constant */
            due: "answer-role";
        } | {
            by: components["schemas"]["Name"];
            /** @constant */
            due: "role-wager";
        } | {
            /** @constant */
            due: "open-betting";
        } | {
            /** @constant */
            due: "wagers";
        } | {
            /** @constant */
            due: "countdown";
            left: number | null;
            until: components["schemas"]["Time"];
        } | {
            /** @constant */
            due: "call";
            words: components["schemas"]["CallWords"];
        } | {
            /** @constant */
            due: "first-card";
        } | {
            /** @constant */
            due: "card";
            to: components["schemas"]["Side"];
        } | {
            /** @constant */
            due: "offer-hand";
            side: components["schemas"]["Side"];
            to: components["schemas"]["Name"] | null;
        } | {
            by: components["schemas"]["Name"];
            /** @constant */
            due: "answer-offer";
        } | {
            by: components["schemas"]["Name"] | null;
            /** @constant */
            due: "expose";
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            due: "collect-hand";
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            due: "settle";
        } | {
            /** @constant */
            due: "collect-cards";
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            due: "lay-carried";
            to: components["schemas"]["Side"];
        } | {
            by: components["schemas"]["BookRole"];
            /** @constant */
            due: "decide";
            matter: number;
        } | {
            /** @constant */
            due: "resume";
        } | {
            condition: components["schemas"]["TransferCondition"] | null;
            /** @constant */
            due: "say-of-device";
        } | {
            /** @constant */
            due: "after-device";
            step: components["schemas"]["DeviceMeasure"];
        } | {
            /** @constant */
            due: "nothing";
        };
        DueInFull: components["schemas"]["Due"] & {
            clauses: string[];
            message: string;
        };
        DueView: {
            act: string;
            clauses: string[];
            words: string;
        };
        DutyView: {
            act?: components["schemas"]["TournamentAct"] | null;
            clauses: string[];
            name?: string | null;
            table?: number | null;
            task: string;
            two: boolean;
            whose: string;
        };
        EarlierFate: "stand" | "faulty-void-later-stand";
        EndShift: {
            id: string;
            why: string;
        };
        Enrol: {
            code: string;
            factor?: string | null;
            link: string;
            password: string;
        };
        Enrolled: {
            name: string;
            role: components["schemas"]["Role"];
        };
        EnrollingView: {
            name: string;
            otpauth?: string | null;
            role: components["schemas"]["Role"];
            secret?: string | null;
        };
        EntrantView: {
            name: string;
            standing: string;
        };
        Events: components["schemas"]["PlayerEvent"][] | components["schemas"]["StaffEvent"][];
        Face: "up" | "down";
        FactorSet: {
            factor: string;
            password: string;
            secret: string;
        };
        FactorView: {
            otpauth: string;
            secret: string;
        };
        Finding: "upheld" | "rejected";
        Follows: {
            by: string;
            effect: string;
            events: components["schemas"]["FollowsEvent"][];
            role: string;
        };
        FollowsEvent: components["schemas"]["StaffFact"] & {
            clauses: string[];
            message: string;
            silences?: string[];
        };
        ForfeitedFrom: "layout" | "collected" | "hand" | "left-open";
        FormHandedIn: {
            amount?: number | null;
            coup: number;
            id: string;
            salt: string;
            wager?: string | null;
        };
        FormOpening: {
            amount?: components["schemas"]["Money"] | null;
            salt: string;
            wager?: components["schemas"]["WagerId"] | null;
        };
        FormShown: {
            amount?: number | null;
            wager?: string | null;
        };
        FormView: {
            examined: boolean;
            opened: boolean;
            seal: string;
            seat: number;
        };
        Found: {
            all: number;
            before?: string | null;
            beyond: boolean;
            coups: components["schemas"]["CoupFound"][];
            faults: string[];
            names: string[];
        };
        Frame: components["schemas"]["StaffEvent"] & {
            board: components["schemas"]["Board"];
            clock?: number | null;
            command: string;
            hash: string;
            holds: boolean;
            patrons: components["schemas"]["PatronView"][];
            staff: {
                [key: string]: string[];
            };
            stakes: components["schemas"]["FrameStake"][];
            unseen?: {
                [key: string]: number;
            } | null;
        };
        FrameStake: {
            amount: number;
            box: number;
            id: number;
            kind: string;
            patron: string;
            wager: string;
        };
        FundView: {
            added: number;
            buy_ins: number;
            cash: number;
            commission: number;
            fees: number;
            guarantee: number;
            paid: number;
            refunded: number;
        };
        GistView: {
            clause: string;
            gist: string;
        };
        Ground: "rule-breach" | "forbidden-device" | "disturbance" | "fraud" | "impractical";
        Halves: {
            code: string;
            link: string;
        };
        HandView: {
            cards: (string | null)[];
            count?: number | null;
            holder?: number | null;
        };
        HistoryView: {
            name: string;
            trainees: string[];
            wrong: components["schemas"]["WrongView"][];
        };
        HolderView: {
            holder?: string | null;
            nominees: string[];
            offered?: string | null;
            out: boolean;
            refused: string[];
        };
        Holding: "may-pick-up" | "in-full-view" | "over-the-layout";
        Holdings: {
            drop: number;
            float: number;
            hands: number;
            layout: number;
            tokens: number;
        };
        Hours: {
            from: components["schemas"]["Time"];
            to: components["schemas"]["Time"];
        };
        InForce: {
            announced: components["schemas"]["AnnouncedView"][];
            at: number;
            barred: {
                [key: string]: string;
            };
            book: components["schemas"]["BookInForce"];
            event: number;
            matters: components["schemas"]["Matter"][];
            patrons: components["schemas"]["PatronView"][];
            rules: components["schemas"]["RuleInForce"][];
            settings: components["schemas"]["SettingInForce"][];
            signs: components["schemas"]["PostedSign"][];
            staff: {
                [key: string]: string[];
            };
            table: string;
        };
        InspectorView: {
            announced: components["schemas"]["AnnouncedView"][];
            matters: components["schemas"]["Matter"][];
            money: components["schemas"]["PitMoney"];
            out_of_service?: string | null;
            patrons: components["schemas"]["PatronView"][];
            seq: number;
            shoe?: components["schemas"]["ThisShoe"] | null;
            state: components["schemas"]["Board"];
            table: components["schemas"]["About"];
        };
        IntegrityOf: "promotion" | "draw";
        Irregularity: "player-third-banker-draws" | "player-third-banker-stands-unseen" | "player-third-banker-stands-seen" | "banker-third-unseen" | "banker-third-seen" | "surplus-unseen" | "surplus-seen" | "first-card-exposed" | "first-card-face-up" | "later-card-face-up" | "cards-out-of-sequence" | "order-in-doubt" | "cannot-be-reconstructed" | "found-after-next-coup" | "found-after-shoe-emptied" | "found-after-closing" | "shoe-ran-out" | "burn-forgotten" | "wrongly-burnt" | "cut-missed" | "shuffle-missed" | "order-revealed" | "cards-dropped" | "card-missing" | "card-foreign" | "scanner-differs" | "display-differs" | "wrong-recipient" | "delivered-without-wager" | "wrong-method" | "invalid-wager" | "dealt-too-early" | "misfaced-cards-feared" | "limits-broken" | "card-miskeyed" | "wager-miskeyed" | "wrong-payment" | "card-exposed";
        Judge: {
            act: components["schemas"]["Act"];
        };
        Keyed: {
            name: string;
            role: string;
        };
        Known: {
            earlier?: string[];
            factor: boolean;
            locked_until?: number | null;
            name: string;
            role: components["schemas"]["Role"];
            signed_in: boolean;
            since: number;
            yours: boolean;
        };
        LaidView: {
            late: boolean;
            words: string;
        };
        LeftOf: {
            card: string;
            left: number;
        };
        LessonView: {
            book: string;
            cards: string[];
            dealt: components["schemas"]["DealtView"][];
            happened?: string | null;
            in_test: boolean;
            laid: components["schemas"]["LaidView"][];
            ms: number;
            number: number;
            of: number;
            over: boolean;
            slips: components["schemas"]["SlipView"][];
        };
        LevelView: {
            from: [
                number,
                string
            ];
            least: number;
            most: number;
        };
        Library: {
            books: components["schemas"]["BookTitle"][];
        };
        Limits: {
            least: components["schemas"]["Money"];
            most: components["schemas"]["Money"];
            unit?: components["schemas"]["Money"] | null;
        };
        LimitTaken: {
            at: number;
            from: number;
            most?: number | null;
            what: components["schemas"]["Bound"];
        };
        Lobby: {
            tables: components["schemas"]["LobbyTable"][];
        };
        LobbyTable: {
            automatic_staff: boolean;
            betting: boolean;
            book: string;
            book_name: string;
            cards: components["schemas"]["CardsFrom"];
            coups: number;
            dealer: boolean;
            id: string;
            limits: components["schemas"]["Limits"];
            name: string;
            options: string[];
            phase: components["schemas"]["PhaseView"];
            results: string[];
            seats: number;
            service: components["schemas"]["Service"];
            taken: number;
        };
        Looking: {
            id: string;
        };
        Mark: {
            at: components["schemas"]["Spot"];
            colour: components["schemas"]["Colour"];
            column: number;
            coup: number;
            row: number;
        };
        MarkedView: {
            clauses: components["schemas"]["GistView"][];
            right?: boolean | null;
            solution?: string | null;
            why: string[];
        };
        Matter: {
            about: components["schemas"]["Subject"];
            by: components["schemas"]["Actor"];
            decided?: components["schemas"]["Decision"] | null;
            decides: components["schemas"]["BookRole"];
            halts: boolean;
            id: number;
            remedies: components["schemas"]["Remedy"][];
        };
        MatterView: components["schemas"]["Matter"] & {
            message: string;
        };
        Measure: "void-wager" | "bar-from-game" | "exclude-from-casino" | "detain";
        MethodView: {
            decks: number;
            method: string;
            wagers: components["schemas"]["WagerOddsView"][];
        };
        Moment: {
            at: number;
            by: string;
            role: string;
            stands: {
                [key: string]: components["schemas"]["Stand"];
            };
            why: string;
        };
        MomentOdds: {
            expected: string;
            house_edge: number;
            id: string;
            name: string;
            probabilities: string[];
            rows: components["schemas"]["RowView"][];
        };
        Money: number;
        Moved: {
            paid: components["schemas"]["Money"];
        } | {
            collected: components["schemas"]["Money"];
        };
        Name: string;
        NamedFor: "all" | "initial" | "third";
        NamedTable: {
            in_use?: boolean;
            low_limit?: boolean;
            name: string;
        };
        Needs: {
            /** @enum {string} */
            what: "nothing";
        } | {
            /** @enum {string} */
            what: "card";
        } | {
            count: number;
            /** @enum {string} */
            what: "cards";
        } | {
            least: number;
            most: number;
            usual: number;
            /** @enum {string} */
            what: "number";
        };
        NewNote: {
            coup?: number | null;
            event?: number | null;
            follows?: number | null;
            id: string;
            kind: components["schemas"]["NoteKind"];
            table?: string | null;
            text: string;
        };
        Next: {
            banker: components["schemas"]["NextColours"];
            player: components["schemas"]["NextColours"];
        };
        NextColours: {
            big_eye_boy: components["schemas"]["Colour"] | null;
            cockroach_pig: components["schemas"]["Colour"] | null;
            small_road: components["schemas"]["Colour"] | null;
        };
        NextDraw: {
            number: number;
            root?: string | null;
            seal: string;
        };
        NextLimit: {
            from: number;
            most?: number | null;
        };
        NoBetSource: "request-and-consent" | "consent" | "empty-table" | "empty-period" | "ruling" | "all-withdrawn";
        Note: {
            coup?: number | null;
            event?: number | null;
            follows?: number | null;
            kind: components["schemas"]["NoteKind"];
            table?: string | null;
            text: string;
        };
        /** @enum {string} */
        NoteKind: "bookmark" | "incident";
        NotesView: {
            before?: number | null;
            notes: components["schemas"]["NoteView"][];
        };
        NoteView: components["schemas"]["Note"] & {
            at: number;
            by: string;
            hash: string;
            number: number;
            role: string;
        };
        Nothing: Record<string, never>;
        NoticeView: {
            allowed_from?: number | null;
            change: components["schemas"]["TableChange"];
            effective?: number | null;
            message: string;
            since: number;
        };
        Offer: {
            act: components["schemas"]["Act"];
            asks: components["schemas"]["Needs"];
            by: string;
            for?: string | null;
        };
        OnDuty: {
            name: string;
            roles: string[];
        };
        OpenedForm: {
            amount?: number | null;
            coup: number;
            entrant: string;
            salt: string;
            wager?: string | null;
        };
        OpenItem: {
            amount: components["schemas"]["Money"];
            coup: number;
            kind: components["schemas"]["ChipKind"];
            patron: components["schemas"]["Name"];
            patron_owes: boolean;
        };
        OtherSettings: {
            set: string;
        };
        Overview: {
            key: string;
            missing_inspectors: string[];
            processes: components["schemas"]["Processes"];
            signed?: Record<string, never> | null;
            tables: string[];
            trouble: string[];
            witnesses: components["schemas"]["Witnessed"][];
        };
        OwnChips: {
            carried: number;
        };
        OwnCoup: components["schemas"]["CoupView"] & {
            at: number;
            book: string;
            table: string;
            table_name: string;
        };
        OwnCoups: {
            before?: string | null;
            coups: components["schemas"]["OwnCoup"][];
        };
        OwnFact: {
            cash: components["schemas"]["Money"];
            /** @constant */
            fact: "bought-in";
        } | {
            chips: components["schemas"]["Money"];
            /** @constant */
            fact: "chips-brought";
        } | {
            chips: components["schemas"]["Money"];
            /** @constant */
            fact: "chips-taken";
        } | {
            /** @constant */
            fact: "voucher-swapped";
            worth: components["schemas"]["Money"];
        } | {
            /** @constant */
            fact: "person-told";
            what: components["schemas"]["Tidings"];
        } | {
            /** @constant */
            fact: "wager-settled";
            id: components["schemas"]["StakeId"];
            result: components["schemas"]["Settled"];
            staked: components["schemas"]["Money"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            fact: "wager-returned";
            id: components["schemas"]["StakeId"];
            reason: string;
        } | {
            /** @constant */
            fact: "personal-limit-set";
            limits: components["schemas"]["Limits"];
        } | {
            /** @constant */
            fact: "remainder-decided";
            owed: components["schemas"]["Money"];
            paid: components["schemas"]["Money"];
        } | {
            coup: number;
            /** @constant */
            fact: "settlement-undone";
            result: components["schemas"]["Settled"];
            stake: components["schemas"]["Stake"];
        } | {
            coup: number;
            /** @constant */
            fact: "settled-on-paper";
            result: components["schemas"]["Settled"];
            stake: components["schemas"]["Stake"];
        } | {
            amount: components["schemas"]["Money"];
            coup: number;
            /** @constant */
            fact: "open-item-settled";
        } | {
            coup: number;
            /** @constant */
            fact: "wager-corrected";
            stake: components["schemas"]["Stake"];
            was: components["schemas"]["Stake"];
        } | {
            coup: number;
            /** @constant */
            fact: "payment-righted";
            open: boolean;
            right: components["schemas"]["Moved"];
            stake: components["schemas"]["Stake"];
            was: components["schemas"]["Moved"];
        } | {
            coup: number;
            /** @constant */
            fact: "wager-forfeited";
            stake: components["schemas"]["Stake"];
        } | {
            /** @constant */
            fact: "rules-shown";
        } | {
            about: string;
            /** @constant */
            fact: "dispute-opened";
            id: number;
        } | {
            /** @constant */
            fact: "dispute-decided";
            id: number;
        } | {
            award: components["schemas"]["Award"];
            /** @constant */
            fact: "dispute-settled";
            id: number;
            open: boolean;
        } | {
            /** @constant */
            fact: "review-asked";
            id: number;
        } | {
            /** @constant */
            fact: "done-for-you";
            message: string;
        };
        OwnLimit: {
            most?: number | null;
            next?: components["schemas"]["NextLimit"] | null;
            what: components["schemas"]["Bound"];
        };
        OwnLimitsView: {
            limits: components["schemas"]["OwnLimit"][];
            now: number;
            used: components["schemas"]["Used"];
        };
        OwnPin: {
            name: string;
            pin: string;
        };
        OwnPromotion: {
            claim_by: string[];
            claims: components["schemas"]["ClaimView"][];
            disputes: components["schemas"]["PromotionDispute"][];
            may_enter: boolean;
            notices: components["schemas"]["PromotionNoticeView"][];
            payments: string[];
            present: boolean;
            tickets: components["schemas"]["OwnTicket"][];
            won: number[];
        };
        OwnSession: {
            id: string;
            seen: number;
            since: number;
            this: boolean;
        };
        OwnSessions: {
            sessions: components["schemas"]["OwnSession"][];
        };
        OwnTicket: {
            at: number;
            earned: string;
            number: number;
            taken_back: boolean;
        };
        PaidInAll: {
            chips: number[][];
            paid: number;
            taken: number;
        };
        PaidPart: {
            amount: number;
            payee: string;
            way: string;
        };
        PairKind: "mixed" | "coloured" | "perfect";
        PairView: {
            approved: string;
            awards: number;
            corrections: number;
            last: number;
            proposed: string;
            voids: number;
        };
        PassedTicket: {
            ticket: number;
            why: string;
        };
        PassedWhy: "already-won" | "not-eligible" | "not-present" | "lapsed";
        PatronView: {
            chips: number;
            idle: number;
            kept_minimum?: number | null;
            limits?: components["schemas"]["Limits"] | null;
            name: string;
            owed: number;
            seat?: number | null;
            tokens: number;
        };
        Payment: components["schemas"]["SettledView"] & {
            done: boolean;
            patron: string;
            seat?: number | null;
        };
        PaymentPart: {
            amount: components["schemas"]["Money"];
            payee: components["schemas"]["Name"];
            way: components["schemas"]["PaymentWay"];
        };
        PaymentsFate: "kept";
        PaymentWay: "cash" | "crossed-cheque" | "electronic-transfer" | "combination";
        Pending: {
            approver?: string | null;
            change: components["schemas"]["Change"];
            name: string;
            number: number;
            proposed: number;
            proposer: string;
            role: components["schemas"]["Role"];
            to?: string | null;
            until: number;
            why: string;
            yours: boolean;
        };
        PeopleView: {
            done: components["schemas"]["PersonHappened"][];
            pending: components["schemas"]["Pending"][];
            people: components["schemas"]["Known"][];
        };
        Period: {
            day?: string | null;
            from: number;
            open: boolean;
            shift?: components["schemas"]["Shift"] | null;
            to: number;
        };
        PersonHappened: {
            act: components["schemas"]["AccountStep"];
            at: number;
            by: string;
            change?: components["schemas"]["Change"] | null;
            name: string;
            number?: number | null;
            role: string;
            their_role: components["schemas"]["Role"];
            to?: string | null;
            why: string;
        };
        /** @enum {string} */
        PhaseView: "preparing" | "betting" | "dealing" | "settled" | "closed";
        Pieces: {
            [key: string]: number;
        };
        Pin: {
            pin: string;
        };
        Pit: {
            now: number;
            pairs: components["schemas"]["PairView"][];
            tables: components["schemas"]["PitTable"][];
        };
        PitMoney: {
            brought: number;
            drop: number;
            float: number;
            open_items: components["schemas"]["OpenItem"][];
            tray?: {
                [key: string]: number;
            } | null;
            vouchers: number;
        };
        PitTable: {
            alarm: components["schemas"]["AlarmView"];
            barred: components["schemas"]["BarredView"][];
            betting: components["schemas"]["BettingView"];
            book: string;
            book_name: string;
            breaches: components["schemas"]["Breach"][];
            calls: components["schemas"]["Call"][];
            chips: number[];
            coup: number;
            disputes: components["schemas"]["Dispute"][];
            due: components["schemas"]["DueView"];
            felt: boolean;
            id: string;
            limits: components["schemas"]["Limits"];
            matters: components["schemas"]["MatterView"][];
            money: components["schemas"]["PitMoney"];
            name: string;
            notices: components["schemas"]["NoticeView"][];
            out_of_service?: string | null;
            pairs: components["schemas"]["PairView"][];
            patrons: components["schemas"]["PatronView"][];
            phase: components["schemas"]["PhaseView"];
            proposals: components["schemas"]["ProposalView"][];
            seats: number;
            seq: number;
            service: components["schemas"]["Service"];
            slips: components["schemas"]["Slip"][];
            staff: components["schemas"]["OnDuty"][];
            staked: number;
            win: components["schemas"]["WinView"];
        };
        PlaceView: {
            advances: boolean;
            name: string;
            place: number;
            stack: number;
        };
        PlayerEvent: components["schemas"]["PlayerFact"] & {
            at: number;
            clauses: string[];
            keyed?: boolean;
            seq: number;
            you?: boolean;
        };
        PlayerFact: components["schemas"]["PublicFact"] | components["schemas"]["OwnFact"];
        PlayerView: {
            seq: number;
            state: components["schemas"]["Board"];
            table: components["schemas"]["About"];
            you?: components["schemas"]["You"] | null;
        };
        Policy: {
            cases: components["schemas"]["Case"][];
        };
        PoolAddition: "cash" | "goods" | "services";
        Possible: {
            asks: components["schemas"]["Asks"];
            report: components["schemas"]["Report"];
            ruled: boolean;
            words: string;
        };
        PostedSign: {
            clauses: string[];
            shows: string;
            text: string;
        };
        Practised: {
            acts: components["schemas"]["Act"][];
            for?: string | null;
            id: string;
        };
        Preparation: "spread-face-up" | "wash" | "stack" | "riffle";
        PrizeView: {
            goods: string[];
            money: number;
            name: string;
            paid: boolean;
            place: number;
        };
        Problem: {
            act?: number | null;
            clauses: string[];
            detail: string;
            params?: {
                [key: string]: number;
            };
            silences: string[];
            status: number;
            title: string;
            type: string;
            word: string;
        };
        Processes: {
            house: string;
            vault: string;
            whole: boolean;
        };
        ProgressView: {
            clauses: components["schemas"]["ClauseView"][];
            skills: components["schemas"]["SkillView"][];
        };
        PromotionAct: {
            /** @constant */
            act: "set-terms";
            text: string;
        } | {
            /** @constant */
            act: "prescribe";
            item: string;
        } | {
            /** @constant */
            act: "lodge";
        } | {
            /** @constant */
            act: "register-material";
            refers: boolean;
            what: string;
        } | {
            /** @constant */
            act: "open-channel";
            channel: string;
        } | {
            /** @constant */
            act: "nominate-scrutineer";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "open";
            sealing?: components["schemas"]["Sealing"] | null;
        } | {
            /** @constant */
            act: "amend";
            approval: string;
            text: string;
        } | {
            /** @constant */
            act: "enter";
        } | {
            /** @constant */
            act: "earn";
            chips: components["schemas"]["Money"];
            coup: number;
            ended?: components["schemas"]["Time"] | null;
            holder: components["schemas"]["Name"];
            table: string;
            tokens: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "take-back";
            coup: number;
            holder?: components["schemas"]["Name"] | null;
            table: string;
            undone?: components["schemas"]["Time"] | null;
        } | {
            /** @constant */
            act: "close";
        } | {
            /** @constant */
            act: "ready-draw";
        } | {
            /** @constant */
            act: "mix";
            seed?: string | null;
            text: string;
        } | {
            /** @constant */
            act: "draw";
            mix: string;
            mixed_by: components["schemas"]["Name"];
            seed: string;
        } | {
            /** @constant */
            act: "publish-results";
        } | {
            /** @constant */
            act: "pass-over";
            prize: number;
            why: components["schemas"]["PassedWhy"];
        } | {
            /** @constant */
            act: "notify";
            channel: string;
            prize: number;
            reached: boolean;
        } | {
            /** @constant */
            act: "claim";
            how: string;
            prize: number;
        } | {
            /** @constant */
            act: "find-present";
            present: boolean;
            prize: number;
        } | {
            /** @constant */
            act: "find-eligible";
            claim: number;
            eligible: boolean;
        } | {
            /** @constant */
            act: "grant-cash";
            prize: number;
        } | {
            /** @constant */
            act: "choose-cash";
            claim: number;
        } | {
            /** @constant */
            act: "choose-payment";
            claim: number;
            parts: components["schemas"]["PaymentPart"][];
        } | {
            /** @constant */
            act: "award";
            claim: number;
        } | {
            /** @constant */
            act: "deny";
            claim: number;
            ground: components["schemas"]["DenialGround"];
            reason: string;
        } | {
            /** @constant */
            act: "give-proofs";
            holder: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "close-denial";
            claim: number;
            claimants: components["schemas"]["Claimant"][];
        } | {
            /** @constant */
            act: "discard-denial";
            claim: number;
        } | {
            about: string;
            /** @constant */
            act: "dispute";
        } | {
            /** @constant */
            act: "decide-dispute";
            decision: string;
            dispute: number;
            reopens?: number | null;
        } | {
            /** @constant */
            act: "contest";
            dispute: number;
        } | {
            /** @constant */
            act: "find-compromised";
            of: components["schemas"]["IntegrityOf"];
            why: string;
        } | {
            /** @constant */
            act: "postpone";
            of: components["schemas"]["IntegrityOf"];
        } | {
            /** @constant */
            act: "validate";
            how: string;
            of: components["schemas"]["IntegrityOf"];
        } | {
            /** @constant */
            act: "cancel";
            of: components["schemas"]["IntegrityOf"];
        } | {
            /** @constant */
            act: "propose";
            what: components["schemas"]["PromotionAct"];
        } | {
            /** @constant */
            act: "approve";
            proposal: number;
        } | {
            /** @constant */
            act: "reject";
            proposal: number;
        };
        PromotionAnswered: {
            events: components["schemas"]["PromotionEvent"][];
            seq: number;
        };
        PromotionBeginning: {
            id: string;
            terms: string;
        };
        PromotionCommanded: {
            act: components["schemas"]["PromotionAct"];
            for?: string | null;
            id: string;
        };
        PromotionDesk: {
            approvals: string[];
            channels: string[];
            claim_by: string[];
            claims: components["schemas"]["ClaimView"][];
            compromised: string[];
            disputes: components["schemas"]["PromotionDispute"][];
            known_channels: string[];
            lodged: boolean;
            materials: string[];
            notices: components["schemas"]["PromotionNoticeView"][];
            payments: string[];
            proofs_given: string[];
            proposals: components["schemas"]["PromotionProposal"][];
            scrutineer?: string | null;
            winner_channels: string[];
            winners: components["schemas"]["WinnerView"][];
        };
        PromotionDispute: {
            about: string;
            by: string;
            contested: boolean;
            decision?: string | null;
            number: number;
        };
        PromotionDraw: {
            at?: number | null;
            mix: string;
            order: number[];
            seed: string;
        };
        PromotionEntry: {
            book: string;
            clock: components["schemas"]["ClockShift"][];
            closes: number;
            draws: number;
            id: string;
            name: string;
            prizes: number;
            stage: string;
            tickets: number;
        };
        PromotionEvent: {
            at: number;
            by?: string | null;
            clauses: string[];
            fact: string;
            keyed_by?: string | null;
            message: string;
            seq: number;
            values?: {
                [key: string]: string;
            };
        };
        PromotionEvidence: {
            events: components["schemas"]["PromotionEvent"][];
            faults: string[];
        };
        PromotionNoticeView: {
            at: number;
            person?: string | null;
            text: string;
            to: string;
            what: string;
        };
        PromotionPrize: {
            awarded: boolean;
            cash_instead: boolean;
            claim_until?: number | null;
            lapsed: boolean;
            number: number;
            passed: components["schemas"]["PassedTicket"][];
            sort: string;
            ticket?: number | null;
            value: number;
            what: string;
        };
        PromotionProposal: {
            by: string;
            number: number;
            what: components["schemas"]["PromotionAct"];
        };
        Promotions: {
            now: number;
            promotions: components["schemas"]["PromotionEntry"][];
        };
        PromotionSeal: {
            number: number;
            seal: string;
            seed_hash: string;
        };
        PromotionTried: {
            act: components["schemas"]["PromotionAct"];
            for?: string | null;
        };
        PromotionView: components["schemas"]["PromotionEntry"] & {
            cancelled: boolean;
            closes_local: string;
            desk?: components["schemas"]["PromotionDesk"] | null;
            draw?: components["schemas"]["PromotionDraw"] | null;
            draws_local: string;
            issued: number;
            lines: components["schemas"]["TermLine"][];
            may_mix: boolean;
            now: number;
            overseen: boolean;
            place: string;
            postponed: string[];
            prizes: components["schemas"]["PromotionPrize"][];
            published: boolean;
            ready: boolean;
            root?: string | null;
            seal?: components["schemas"]["PromotionSeal"] | null;
            seq: number;
            terms: string;
            version: number;
            you?: components["schemas"]["OwnPromotion"] | null;
        };
        PromotionWouldFollow: {
            events: components["schemas"]["PromotionEvent"][];
        };
        Proof: {
            factor?: string | null;
            link?: string | null;
            password?: string | null;
        };
        Proposal: "no-bet-coup" | "change-of-game" | "shuffle-after-void";
        ProposalsView: {
            proposals: components["schemas"]["ProposalView"][];
        };
        ProposalView: {
            act: components["schemas"]["Act"];
            at: number;
            by: string;
            counts: components["schemas"]["DualControl"];
            decided?: components["schemas"]["DecidedView"] | null;
            follows?: components["schemas"]["Follows"] | null;
            number: number;
            refused?: components["schemas"]["Denial"] | null;
            role: components["schemas"]["Role"];
            seq: number;
            standing: string;
            until: number;
            why: string;
        };
        Propose: {
            act: components["schemas"]["Act"];
            id: string;
            why: string;
        };
        Proposed: {
            link?: string | null;
            number: number;
        };
        ProposeVoucher: {
            conditions?: string;
            from?: string;
            id: string;
            number: string;
            tables?: string[];
            until?: number | null;
            until_day?: string | null;
            worth: number;
        };
        ProvenTicket: {
            at: number;
            earned: components["schemas"]["TicketEarned"];
            holder: string;
            number: number;
            taken_back: boolean;
        };
        PublicEvent: components["schemas"]["PublicFact"] & {
            at: number;
            clauses: string[];
            seq: number;
        };
        PublicFact: {
            /** @constant */
            fact: "table-opened";
        } | {
            /** @constant */
            fact: "arrived";
        } | {
            /** @constant */
            fact: "left";
        } | {
            /** @constant */
            fact: "seat-taken";
            seat: number;
        } | {
            /** @constant */
            fact: "seat-vacated";
            seat: number;
        } | {
            /** @constant */
            fact: "cards-checked";
        } | {
            /** @constant */
            fact: "cards-prepared";
            step: components["schemas"]["Preparation"];
        } | {
            /** @constant */
            fact: "shuffled";
        } | {
            /** @constant */
            fact: "riffled";
        } | {
            /** @constant */
            fact: "cut-offered";
            seat?: number | null;
        } | {
            /** @constant */
            fact: "cut-refused";
            seat?: number | null;
        } | {
            depth: number;
            /** @constant */
            fact: "cut-made";
            seat?: number | null;
        } | {
            /** @constant */
            fact: "cutting-card-inserted";
            from_back: number;
        } | {
            /** @constant */
            fact: "cards-loaded";
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-burnt";
            owed: number;
        } | {
            cards: number;
            /** @constant */
            fact: "rest-burnt";
        } | {
            card: components["schemas"]["Card"];
            /** @constant */
            fact: "burnt-card-shown";
        } | {
            /** @constant */
            fact: "play-started";
        } | {
            /** @constant */
            fact: "cards-replaced";
        } | {
            /** @constant */
            fact: "cards-unfit";
        } | {
            /** @constant */
            fact: "shuffle-ordered";
        } | {
            /** @constant */
            fact: "cards-verified";
        } | {
            /** @constant */
            fact: "betting-opened";
            until: components["schemas"]["Time"] | null;
        } | {
            /** @constant */
            fact: "wager-placed";
            stake: components["schemas"]["StakeView"];
        } | {
            /** @constant */
            fact: "wager-changed";
            from: components["schemas"]["Money"];
            id: components["schemas"]["StakeId"];
            seat?: number | null;
            to: components["schemas"]["Money"];
        } | {
            /** @constant */
            fact: "wager-moved";
            id: components["schemas"]["StakeId"];
            seat?: number | null;
            to_box: number;
            to_wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            fact: "wager-withdrawn";
            id: components["schemas"]["StakeId"];
            seat?: number | null;
        } | {
            /** @constant */
            fact: "wager-returned";
            id: components["schemas"]["StakeId"];
            seat?: number | null;
        } | {
            /** @constant */
            fact: "wager-scaled";
            from: components["schemas"]["Money"];
            id: components["schemas"]["StakeId"];
            seat?: number | null;
            to: components["schemas"]["Money"];
        } | {
            box: number;
            /** @constant */
            fact: "place-given";
            seat?: number | null;
            wager: components["schemas"]["WagerId"];
        } | {
            box: number;
            /** @constant */
            fact: "cash-returned";
            seat?: number | null;
            wager: components["schemas"]["WagerId"];
        } | {
            by: components["schemas"]["Money"];
            /** @constant */
            fact: "differential-exceeded";
        } | {
            /** @constant */
            fact: "no-bet-asked";
        } | {
            /** @constant */
            fact: "no-bet-directed";
            source: components["schemas"]["NoBetSource"];
        } | {
            by: components["schemas"]["Closing"];
            /** @constant */
            fact: "betting-closed";
        } | {
            /** @constant */
            fact: "called";
            words: components["schemas"]["CallWords"];
        } | {
            /** @constant */
            fact: "cutting-card-seen";
            first: boolean;
        } | {
            /** @constant */
            fact: "coup-started";
            no_bet: boolean;
            number: number;
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-dealt";
            to: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-offered";
            seat?: number | null;
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-taken";
            seat?: number | null;
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-refused";
            seat?: number | null;
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-kept";
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "card-passed";
            seat?: number | null;
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-collected";
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "cards-forfeited";
            seat?: number | null;
        } | {
            /** @constant */
            fact: "role-offered";
            seat?: number | null;
        } | {
            /** @constant */
            fact: "role-taken";
            seat?: number | null;
        } | {
            /** @constant */
            fact: "role-ended";
        } | {
            cards: components["schemas"]["Card"][];
            /** @constant */
            fact: "exposed";
            seat?: number | null;
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-stands";
            side: components["schemas"]["Side"];
            total: number;
        } | {
            /** @constant */
            fact: "hand-draws";
            side: components["schemas"]["Side"];
            total: number;
        } | {
            banker: number;
            /** @constant */
            fact: "natural-seen";
            player: number;
        } | {
            banker: number;
            banker_pair: components["schemas"]["PairKind"] | null;
            /** @constant */
            fact: "coup-decided";
            natural: boolean;
            player: number;
            player_pair: components["schemas"]["PairKind"] | null;
            winner: components["schemas"]["Winner"];
        } | {
            box: number;
            /** @constant */
            fact: "wager-settled";
            id: components["schemas"]["StakeId"];
            outcome: components["schemas"]["SettledAs"];
            paid: components["schemas"]["Money"];
            returned: components["schemas"]["Money"];
            seat?: number | null;
            staked: components["schemas"]["Money"];
            stays: boolean;
            wager: components["schemas"]["WagerId"];
        } | {
            early: boolean;
            /** @constant */
            fact: "all-settled";
        } | {
            /** @constant */
            fact: "coup-ended";
            number: number;
        } | {
            /** @constant */
            fact: "last-coup-coming";
        } | {
            /** @constant */
            fact: "old-shoe-goes-on";
        } | {
            /** @constant */
            fact: "shuffle-due";
        } | {
            change: components["schemas"]["TableChange"];
            effective: components["schemas"]["Time"];
            /** @constant */
            fact: "sign-posted";
        } | {
            change: components["schemas"]["TableChange"];
            /** @constant */
            fact: "players-told";
        } | {
            change: components["schemas"]["TableChange"];
            /** @constant */
            fact: "change-made";
        } | {
            /** @constant */
            fact: "restricted";
            option: string;
        } | {
            /** @constant */
            fact: "restriction-lifted";
            option: string;
        } | {
            /** @constant */
            fact: "session-began";
            table: number;
            tournament: string;
        } | {
            /** @constant */
            fact: "session-ended";
        } | {
            /** @constant */
            fact: "table-closed";
        } | {
            /** @constant */
            fact: "coup-invalidated";
            ground: components["schemas"]["Ground"];
            number: number;
        } | {
            /** @constant */
            fact: "ruled";
            when: components["schemas"]["Irregularity"];
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-carried";
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-set-aside";
        } | {
            /** @constant */
            fact: "burn-forgone";
        } | {
            /** @constant */
            fact: "coup-reopened";
            number: number;
        } | {
            banker: (components["schemas"]["Card"] | null)[];
            /** @constant */
            fact: "coup-reconstructed";
            player: (components["schemas"]["Card"] | null)[];
        } | {
            banker: (components["schemas"]["Card"] | null)[];
            coup: number;
            /** @constant */
            fact: "record-corrected";
            player: (components["schemas"]["Card"] | null)[];
        } | {
            /** @constant */
            fact: "window-opened";
        } | {
            /** @constant */
            fact: "coup-resumed";
        } | {
            /** @constant */
            fact: "coup-voided";
            number: number;
        } | {
            /** @constant */
            fact: "play-goes-on";
        } | {
            coup: number;
            /** @constant */
            fact: "settlement-undone";
            id: components["schemas"]["StakeId"];
        } | {
            /** @constant */
            fact: "settlement-reopened";
        } | {
            /** @constant */
            fact: "matter-opened";
            id: number;
            when: components["schemas"]["Irregularity"];
        } | {
            /** @constant */
            fact: "matter-decided";
            id: number;
        } | {
            /** @constant */
            fact: "cards-taken-out";
        } | {
            /** @constant */
            fact: "device-failed";
        } | {
            /** @constant */
            fact: "coup-interrupted";
        };
        PublishedDraw: {
            as_of: number;
            cancelled: boolean;
            draw?: components["schemas"]["DrawRecord"] | null;
            due: number;
            held?: number | null;
            issued: number;
            list: string[];
            method: string;
            name: string;
            postponed: string[];
            prizes: components["schemas"]["PublishedPrize"][];
            promotion: string;
            root?: string | null;
            sealed?: components["schemas"]["DrawSealed"] | null;
            taken_back: number[];
            terms: string;
            undone?: components["schemas"]["TicketUndone"][] | null;
            versions?: string[] | null;
        };
        PublishedPrize: {
            passed: [
                number,
                string
            ][];
            ticket?: number | null;
            value: number;
            what: string;
        };
        Question: components["schemas"]["AskedFor"] & {
            until?: number | null;
        };
        QuestionView: {
            asked: string;
            banker?: (string | null)[] | null;
            book: string;
            chips: string[];
            form: string;
            kind: string;
            least: number;
            method?: string | null;
            most: number;
            number: number;
            options: string[];
            player?: (string | null)[] | null;
            wagers: string[];
        };
        Readiness: {
            of: number;
            ready: number;
        };
        ReadyFor: {
            coup: number;
        };
        Reason: {
            why: string;
        };
        Recipient: "players" | "owner" | "surveillance" | "inspector" | "supervisor";
        Refuse: {
            why: string;
        };
        Remedy: "granted" | "denied" | "goes-on" | "void";
        RenameTable: {
            id: string;
            name: string;
            why: string;
        };
        ReplaceWhen: "after-any-coup" | "after-last-coup" | "unfit-between-coups";
        Replay: {
            beside: (number | null)[];
            book: string;
            book_id: string;
            coup: components["schemas"]["CoupFound"];
            fault?: string | null;
            frames: components["schemas"]["Frame"][];
            holds: boolean;
            method: string;
            shoe_in_play: boolean;
        };
        Report: {
            card: components["schemas"]["Card"] | null;
            to: components["schemas"]["Side"] | null;
            /** @constant */
            what: "misdealt";
        } | {
            card: components["schemas"]["Card"];
            /** @constant */
            what: "face-up";
        } | {
            cards: (components["schemas"]["Card"] | null)[];
            doubt: boolean;
            /** @constant */
            what: "out-of-sequence";
        } | {
            cards: (components["schemas"]["Card"] | null)[];
            coup: number;
            /** @constant */
            what: "claimed";
        } | {
            /** @constant */
            what: "settled-short";
        } | {
            /** @constant */
            what: "third-card-forgotten";
        } | {
            coup?: number | null;
            method: string;
            /** @constant */
            what: "settled-by";
        } | {
            coup: number;
            /** @constant */
            what: "earlier";
        } | {
            coup: number;
            /** @constant */
            what: "limits-broken";
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            what: "wrongly-burnt";
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            what: "foreign";
        } | {
            to: components["schemas"]["Name"];
            /** @constant */
            what: "passed-to";
        } | {
            coup: number;
            hand?: components["schemas"]["Side"] | null;
            keyed: components["schemas"]["Card"];
            was: components["schemas"]["Card"];
            /** @constant */
            what: "miskeyed";
        } | {
            box: number;
            coup: number;
            keyed: components["schemas"]["Money"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            was: components["schemas"]["Money"];
            was_on?: components["schemas"]["WagerId"] | null;
            /** @constant */
            what: "wager-miskeyed";
        } | {
            box: number;
            coup: number;
            moved: components["schemas"]["Moved"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wrongly-paid";
        } | {
            amount: components["schemas"]["Money"];
            box: number;
            kind: components["schemas"]["ChipKind"];
            late: boolean;
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wager-found";
        } | {
            box: number;
            lacks: components["schemas"]["Validity"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wager-invalid";
        } | {
            amount: components["schemas"]["Money"];
            box: number;
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wager-accepted";
        } | {
            card: components["schemas"]["Card"];
            hand: components["schemas"]["Side"];
            /** @constant */
            what: "exposed";
        } | {
            irregularity: components["schemas"]["Irregularity"];
            /** @constant */
            what: "found";
            why: string;
        };
        ReportInput: {
            card?: components["schemas"]["Card"] | null;
            to?: components["schemas"]["Side"] | null;
            /** @constant */
            what: "misdealt";
        } | {
            card: components["schemas"]["Card"];
            /** @constant */
            what: "face-up";
        } | {
            cards: (components["schemas"]["Card"] | null)[];
            doubt?: boolean;
            /** @constant */
            what: "out-of-sequence";
        } | {
            cards: (components["schemas"]["Card"] | null)[];
            coup: number;
            /** @constant */
            what: "claimed";
        } | {
            /** @constant */
            what: "settled-short";
        } | {
            /** @constant */
            what: "third-card-forgotten";
        } | {
            coup?: number | null;
            method: string;
            /** @constant */
            what: "settled-by";
        } | {
            coup: number;
            /** @constant */
            what: "earlier";
        } | {
            coup: number;
            /** @constant */
            what: "limits-broken";
        } | {
            card?: components["schemas"]["Card"] | null;
            /** @constant */
            what: "wrongly-burnt";
        } | {
            card?: components["schemas"]["Card"] | null;
            /** @constant */
            what: "foreign";
        } | {
            to: components["schemas"]["Name"];
            /** @constant */
            what: "passed-to";
        } | {
            coup: number;
            hand?: components["schemas"]["Side"] | null;
            keyed: components["schemas"]["Card"];
            was: components["schemas"]["Card"];
            /** @constant */
            what: "miskeyed";
        } | {
            box: number;
            coup: number;
            keyed: components["schemas"]["Money"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            was: components["schemas"]["Money"];
            was_on?: components["schemas"]["WagerId"] | null;
            /** @constant */
            what: "wager-miskeyed";
        } | {
            box: number;
            coup: number;
            moved: components["schemas"]["Moved"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wrongly-paid";
        } | {
            amount: components["schemas"]["Money"];
            box: number;
            kind: components["schemas"]["ChipKind"];
            late?: boolean;
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wager-found";
        } | {
            box: number;
            lacks: components["schemas"]["Validity"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wager-invalid";
        } | {
            amount: components["schemas"]["Money"];
            box: number;
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
            /** @constant */
            what: "wager-accepted";
        } | {
            card: components["schemas"]["Card"];
            hand: components["schemas"]["Side"];
            /** @constant */
            what: "exposed";
        } | {
            irregularity: components["schemas"]["Irregularity"];
            /** @constant */
            what: "found";
            why?: string;
        };
        ReportView: {
            balances: boolean;
            made: number;
            period: components["schemas"]["Period"];
            report: string;
            sheets: {
                [key: string]: {
                    [key: string]: unknown;
                }[];
            };
            tables: string[];
            time_zone: string;
        };
        ResultsView: {
            results: components["schemas"]["ResultView"][];
            test: components["schemas"]["TestView"];
        };
        ResultView: {
            answered: number;
            last: number;
            ms: number;
            name: string;
            passed?: boolean | null;
            right: number;
        };
        RetireTable: {
            id: string;
            why: string;
        };
        Roads: {
            bead_plate: components["schemas"]["Bead"][];
            big_eye_boy: components["schemas"]["DerivedRoad"];
            big_road: components["schemas"]["BigRoad"];
            cockroach_pig: components["schemas"]["DerivedRoad"];
            counts: components["schemas"]["Counts"];
            next: components["schemas"]["Next"];
            results: string;
            small_road: components["schemas"]["DerivedRoad"];
        };
        RoadsView: {
            boxes: components["schemas"]["BoxesView"];
            coup: number;
            roads: components["schemas"]["Roads"];
            shoe: number;
        };
        /** @enum {string} */
        Role: "player" | "dealer" | "supervisor" | "manager" | "cage" | "surveillance" | "inspector" | "device";
        RosterAnswer: {
            table: string;
        };
        RoundsView: {
            place: number;
            players: string[];
            tables: components["schemas"]["PlaceView"][][];
        };
        RowView: {
            clauses: string[];
            does: string;
            name?: string | null;
            when: string;
        };
        RuleAnswer: {
            assumed?: string | null;
            clauses: string[];
            value: string;
        };
        RuleInForce: {
            about: string;
            says: components["schemas"]["RuleAnswer"][];
            silent?: string | null;
            topic: string;
        };
        ScanRequest: {
            card: string;
            id: string;
        };
        SchoolBook: {
            id: string;
            kinds: string[];
            name: string;
        };
        SchoolView: {
            books: components["schemas"]["SchoolBook"][];
            instructs: boolean;
            mine: components["schemas"]["ProgressView"];
            tests: components["schemas"]["TestView"][];
        };
        Scope: {
            dealing?: string[];
            method?: string[];
            option?: string[];
        };
        Sealing: {
            number: number;
            previous: string;
            seed_hash: string;
            ticket_key: string;
        };
        SeatView: {
            designated: boolean;
            seat: number;
        };
        /** @enum {string} */
        Service: "open" | "stopping" | "out-of-service";
        SessionTerms: {
            book: string;
            dealing?: string | null;
            method: string;
        };
        SetLimit: {
            id: string;
            most?: number | null;
            what: components["schemas"]["Bound"];
        };
        Setting: {
            book: string;
            id: string;
            kinds?: string[];
            name: string;
            pass: number;
            questions: number;
            seed: number;
        };
        SettingInForce: {
            by: string;
            clauses: string[];
            event: number;
            message: string;
            role: string;
            setting: string;
            since: number;
            value: unknown;
        };
        Settings: {
            area_most: components["schemas"]["Money"] | null;
            area_most_for: components["schemas"]["Name"][];
            area_most_of?: {
                [key: string]: components["schemas"]["Money"];
            };
            backs?: string[];
            burn: components["schemas"]["BurnStyle"];
            cash: boolean;
            chips: components["schemas"]["Money"][];
            common?: string[];
            counted?: boolean;
            cutting_cards: number;
            dealing: string | null;
            decks: number;
            device: components["schemas"]["Device"];
            differential: components["schemas"]["Money"] | null;
            display: boolean;
            faces: components["schemas"]["Face"];
            felt?: boolean;
            float: components["schemas"]["Money"];
            from_back: number;
            hours: components["schemas"]["Hours"] | null;
            layout: string | null;
            limits: components["schemas"]["Limits"];
            low_limit: boolean;
            markers: boolean;
            method: string;
            multishuffler: boolean;
            option_limits: {
                [key: string]: components["schemas"]["Limits"];
            };
            options: string[];
            period_seconds: number | null;
            restricted: string[];
            scanning: boolean;
            sealed?: boolean;
            seats: number;
            sharing: number | null;
            supply: components["schemas"]["Supply"];
            unapproved: string[];
            wagers_kept?: boolean;
        };
        SettingsInput: {
            area_most?: components["schemas"]["Money"] | null;
            area_most_for?: components["schemas"]["Name"][];
            area_most_of?: {
                [key: string]: components["schemas"]["Money"];
            };
            backs?: string[];
            burn: components["schemas"]["BurnStyle"];
            cash?: boolean;
            chips: components["schemas"]["Money"][];
            common?: string[];
            counted?: boolean;
            cutting_cards: number;
            dealing?: string | null;
            decks: number;
            device: components["schemas"]["Device"];
            differential?: components["schemas"]["Money"] | null;
            display?: boolean;
            faces: components["schemas"]["Face"];
            felt?: boolean;
            float: components["schemas"]["Money"];
            from_back: number;
            hours?: components["schemas"]["Hours"] | null;
            layout?: string | null;
            limits: components["schemas"]["Limits"];
            low_limit?: boolean;
            markers?: boolean;
            method: string;
            multishuffler?: boolean;
            option_limits?: {
                [key: string]: components["schemas"]["Limits"];
            };
            options?: string[];
            period_seconds?: number | null;
            restricted?: string[];
            scanning?: boolean;
            sealed?: boolean;
            seats: number;
            sharing?: number | null;
            supply: components["schemas"]["Supply"];
            unapproved?: string[];
            wagers_kept?: boolean;
        };
        Settled: {
            chips?: [
                components["schemas"]["Money"],
                number
            ][];
            commission?: components["schemas"]["Money"];
            live: components["schemas"]["Money"];
            outcome: components["schemas"]["SettledAs"];
            owed?: components["schemas"]["Money"];
            paid: components["schemas"]["Money"];
            returned: components["schemas"]["Money"];
            stays?: boolean;
            void?: boolean;
        };
        SettledAs: "wins" | "stands-off" | "loses";
        SettledView: {
            box: number;
            chips: number[][];
            clauses: string[];
            commission: number;
            coup: number;
            id: number;
            live: number;
            outcome: components["schemas"]["Became"];
            owed: number;
            paid: number;
            returned: number;
            staked: number;
            stays: boolean;
            steps: components["schemas"]["SumStep"][];
            wager: string;
        };
        ShareView: {
            goods: string[];
            money: number;
            place: number;
            share: number;
        };
        Shift: {
            begun: components["schemas"]["Moment"];
            ended?: components["schemas"]["Moment"] | null;
            name: string;
            number: number;
        };
        ShiftsView: {
            shifts: components["schemas"]["Shift"][];
        };
        ShoeAccepted: {
            accepted: boolean;
        };
        Shoes: {
            before?: number | null;
            shoes: components["schemas"]["ShoeSummary"][];
        };
        ShoeSummary: {
            cut?: number | null;
            dealt: number;
            ended?: string | null;
            number: number;
            seal?: string | null;
        };
        ShoeView: {
            cut?: number | null;
            dealt: number;
            number?: number | null;
            of: number;
            seal?: string | null;
        };
        /** @enum {string} */
        Side: "player" | "banker";
        SignSubject: "wager-limits" | "area-limits" | "differential" | "multiples" | "countdown-clock" | "countdown-length" | "settlement-method" | "even-money-odds" | "option-offered" | "option-limits" | "option-restriction" | "personal-limit" | "kept-minimum" | "minimum-to-come" | "both-limits" | "game-to-come" | "closing-time" | "no-bet-coup" | "hand-holders" | "results" | "rules" | "wagering-order";
        SignView: {
            seq: number;
            state: components["schemas"]["Board"];
            table: components["schemas"]["About"];
        };
        SittingView: {
            answered: number;
            next?: number | null;
            passed?: boolean | null;
            right?: number | null;
        };
        SkillView: {
            answered: number;
            kind: string;
            ms: number;
            right: number;
        };
        Slip: {
            amount: number;
            at: number;
            by: string;
            drop?: number | null;
            expected?: number | null;
            kind: components["schemas"]["SlipKind"];
            patron?: string | null;
            pieces?: {
                [key: string]: number;
            } | null;
            role: string;
            seq: number;
            signed?: string | null;
            table: string;
        };
        /** @enum {string} */
        SlipKind: "opening" | "buy-in" | "fill" | "credit" | "count" | "correction" | "drop-box" | "closing";
        Slips: {
            slips: components["schemas"]["Slip"][];
        };
        SlipView: {
            clauses: string[];
            message?: string | null;
            word?: string | null;
            words: string;
        };
        Spot: {
            column: number;
            row: number;
        };
        StaffEvent: components["schemas"]["StaffFact"] & {
            at: number;
            by: components["schemas"]["Actor"];
            clauses: string[];
            keyed_by?: components["schemas"]["Keyed"] | null;
            message: string;
            seq: number;
            silences?: string[];
        };
        StaffFact: {
            /** @constant */
            fact: "signed-on";
            name: components["schemas"]["Name"];
            role: components["schemas"]["BookRole"];
        } | {
            /** @constant */
            fact: "signed-off";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "arrived";
            patron: components["schemas"]["Name"];
        } | {
            cash: components["schemas"]["Money"];
            /** @constant */
            fact: "bought-in";
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "voucher-swapped";
            patron: components["schemas"]["Name"];
            worth: components["schemas"]["Money"];
        } | {
            chips: components["schemas"]["Money"];
            /** @constant */
            fact: "chips-brought";
            patron: components["schemas"]["Name"];
        } | {
            chips: components["schemas"]["Money"];
            /** @constant */
            fact: "chips-taken";
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "seat-taken";
            patron: components["schemas"]["Name"];
            seat: number;
        } | {
            /** @constant */
            fact: "seat-vacated";
            patron: components["schemas"]["Name"];
            seat: number;
        } | {
            /** @constant */
            fact: "left";
            patron: components["schemas"]["Name"];
        } | {
            alone?: boolean;
            /** @constant */
            fact: "cards-checked";
            fact_by: components["schemas"]["BookRole"];
        } | {
            /** @constant */
            fact: "cards-prepared";
            step: components["schemas"]["Preparation"];
        } | {
            /** @constant */
            fact: "shuffled";
        } | {
            /** @constant */
            fact: "riffle-asked";
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "riffled";
        } | {
            /** @constant */
            fact: "cut-left-to-players";
        } | {
            /** @constant */
            fact: "cut-offered";
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "cut-refused";
            fact_by: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "cutter-named";
            fact_by: components["schemas"]["Name"];
            other: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "cut-made";
            fact_at: number;
            fact_by: components["schemas"]["Name"];
            moves?: components["schemas"]["CutMove"] | null;
        } | {
            counted?: boolean;
            /** @constant */
            fact: "cutting-card-inserted";
            from_back: number;
        } | {
            /** @constant */
            fact: "cards-loaded";
        } | {
            /** @constant */
            fact: "burn-chosen";
            style: components["schemas"]["BurnStyle"];
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-burnt";
            owed: number;
        } | {
            cards: number;
            /** @constant */
            fact: "rest-burnt";
        } | {
            /** @constant */
            fact: "burnt-card-asked";
            patron: components["schemas"]["Name"];
        } | {
            card: components["schemas"]["Card"];
            /** @constant */
            fact: "burnt-card-shown";
        } | {
            /** @constant */
            fact: "play-started";
        } | {
            /** @constant */
            fact: "cards-replaced";
            some?: boolean;
            supply: components["schemas"]["Supply"];
            when: components["schemas"]["ReplaceWhen"];
        } | {
            /** @constant */
            fact: "cards-unfit";
        } | {
            /** @constant */
            fact: "shuffle-ordered";
        } | {
            /** @constant */
            fact: "cards-verified";
        } | {
            /** @constant */
            fact: "approved";
            what: components["schemas"]["Approval"];
        } | {
            /** @constant */
            fact: "last-coup-coming";
        } | {
            /** @constant */
            fact: "old-shoe-goes-on";
        } | {
            /** @constant */
            fact: "shuffle-due";
        } | {
            /** @constant */
            fact: "burn-forgone";
        } | {
            /** @constant */
            fact: "cards-taken-out";
        } | {
            /** @constant */
            fact: "betting-opened";
            until: components["schemas"]["Time"] | null;
        } | {
            /** @constant */
            fact: "wager-placed";
            stake: components["schemas"]["Stake"];
        } | {
            /** @constant */
            fact: "wager-changed";
            from: components["schemas"]["Money"];
            id: components["schemas"]["StakeId"];
            to: components["schemas"]["Money"];
        } | {
            /** @constant */
            fact: "wager-moved";
            id: components["schemas"]["StakeId"];
            to_box: number;
            to_wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            fact: "wager-withdrawn";
            id: components["schemas"]["StakeId"];
        } | {
            /** @constant */
            fact: "wager-returned";
            id: components["schemas"]["StakeId"];
            reason: string;
        } | {
            amount: components["schemas"]["Money"];
            area: number;
            /** @constant */
            fact: "cash-returned";
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
        } | {
            area: number;
            /** @constant */
            fact: "place-given";
            to: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            fact: "wager-scaled";
            from: components["schemas"]["Money"];
            id: components["schemas"]["StakeId"];
            to: components["schemas"]["Money"];
        } | {
            /** @constant */
            fact: "differential-exceeded";
            fact_by: components["schemas"]["Money"];
        } | {
            /** @constant */
            fact: "no-bet-asked";
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "agreed";
            patron: components["schemas"]["Name"];
            to: components["schemas"]["Proposal"];
        } | {
            /** @constant */
            fact: "no-bet-directed";
            source: components["schemas"]["NoBetSource"];
        } | {
            /** @constant */
            fact: "betting-closed";
            fact_by: components["schemas"]["Closing"];
        } | {
            /** @constant */
            fact: "called";
            words: components["schemas"]["CallWords"];
        } | {
            /** @constant */
            fact: "cutting-card-seen";
            first: boolean;
        } | {
            /** @constant */
            fact: "coup-started";
            no_bet: boolean;
            number: number;
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-dealt";
            to: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-offered";
            side: components["schemas"]["Side"];
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "hand-taken";
            fact_by: components["schemas"]["Name"];
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-refused";
            fact_by: components["schemas"]["Name"];
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-kept";
            side: components["schemas"]["Side"];
        } | {
            cards: components["schemas"]["NamedFor"];
            /** @constant */
            fact: "nominated";
            fact_by: components["schemas"]["Name"];
            nominees: components["schemas"]["Name"][];
        } | {
            /** @constant */
            fact: "card-passed";
            side: components["schemas"]["Side"];
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "hand-collected";
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "holding-broken";
            fact_by: components["schemas"]["Name"];
            lacks: components["schemas"]["Holding"];
        } | {
            /** @constant */
            fact: "cards-forfeited";
            fact_by: components["schemas"]["Name"];
            reason: string | null;
        } | {
            /** @constant */
            fact: "role-offered";
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "role-taken";
            fact_by: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "role-refused";
            fact_by: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "role-passed";
            fact_by: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "role-ended";
            fact_by: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "role-kept";
            fact_by: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "nobody-takes-role";
        } | {
            cards: components["schemas"]["Card"][];
            /** @constant */
            fact: "exposed";
            fact_by: components["schemas"]["Name"];
            side: components["schemas"]["Side"];
        } | {
            /** @constant */
            fact: "hand-stands";
            side: components["schemas"]["Side"];
            total: number;
        } | {
            /** @constant */
            fact: "hand-draws";
            side: components["schemas"]["Side"];
            total: number;
        } | {
            banker: number;
            /** @constant */
            fact: "natural-seen";
            player: number;
        } | {
            banker: number;
            banker_pair: components["schemas"]["PairKind"] | null;
            /** @constant */
            fact: "coup-decided";
            natural: boolean;
            player: number;
            player_pair: components["schemas"]["PairKind"] | null;
            winner: components["schemas"]["Winner"];
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-carried";
            no_bet: boolean;
            was_dealt?: boolean;
            when: components["schemas"]["Irregularity"];
        } | {
            card: components["schemas"]["Card"] | null;
            /** @constant */
            fact: "card-set-aside";
        } | {
            area: number;
            /** @constant */
            fact: "wager-settled";
            id: components["schemas"]["StakeId"];
            patron: components["schemas"]["Name"];
            result: components["schemas"]["Settled"];
            staked: components["schemas"]["Money"];
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            fact: "remainder-decided";
            owed: components["schemas"]["Money"];
            paid: components["schemas"]["Money"];
            patron: components["schemas"]["Name"];
        } | {
            early: boolean;
            /** @constant */
            fact: "all-settled";
        } | {
            /** @constant */
            fact: "coup-ended";
            number: number;
        } | {
            amount: components["schemas"]["Money"];
            /** @constant */
            fact: "float-filled";
            pieces?: components["schemas"]["Pieces"] | null;
            signed: components["schemas"]["Name"];
        } | {
            amount: components["schemas"]["Money"];
            /** @constant */
            fact: "float-credited";
            pieces?: components["schemas"]["Pieces"] | null;
            signed: components["schemas"]["Name"];
        } | {
            counted: components["schemas"]["Money"];
            expected: components["schemas"]["Money"];
            /** @constant */
            fact: "float-counted";
            pieces?: components["schemas"]["Pieces"] | null;
            signed: components["schemas"]["Name"];
        } | {
            counted: components["schemas"]["Money"];
            expected: components["schemas"]["Money"];
            /** @constant */
            fact: "float-corrected";
            pieces?: components["schemas"]["Pieces"] | null;
            why: string;
        } | {
            cash: components["schemas"]["Money"];
            /** @constant */
            fact: "drop-box-taken";
            vouchers: components["schemas"]["Money"];
        } | {
            /** @constant */
            fact: "chips-changed";
            gets: components["schemas"]["Pieces"];
            gives: components["schemas"]["Pieces"];
        } | {
            /** @constant */
            fact: "play-counted";
            fact_by: components["schemas"]["Money"];
        } | {
            cheat: components["schemas"]["Name"] | null;
            /** @constant */
            fact: "coup-invalidated";
            ground: components["schemas"]["Ground"];
            number: number;
            why: string;
        } | {
            coup: number;
            /** @constant */
            fact: "wager-forfeited";
            from: components["schemas"]["ForfeitedFrom"];
            stake: components["schemas"]["Stake"];
        } | {
            /** @constant */
            fact: "ruled";
            verdict: components["schemas"]["Verdict"];
        } | {
            /** @constant */
            fact: "coup-reopened";
            number: number;
        } | {
            /** @constant */
            fact: "third-card-forgotten";
            side: components["schemas"]["Side"];
        } | {
            coup?: number | null;
            /** @constant */
            fact: "settled-by-other-method";
            method: string;
        } | {
            coup: number;
            /** @constant */
            fact: "wager-corrected";
            stake: components["schemas"]["Stake"];
            was: components["schemas"]["Stake"];
        } | {
            banker: (components["schemas"]["Card"] | null)[];
            corrected: components["schemas"]["Correction"];
            coup: number;
            /** @constant */
            fact: "record-corrected";
            player: (components["schemas"]["Card"] | null)[];
        } | {
            coup: number;
            /** @constant */
            fact: "payment-righted";
            open: boolean;
            right: components["schemas"]["Moved"];
            stake: components["schemas"]["Stake"];
            was: components["schemas"]["Moved"];
        } | {
            banker: (components["schemas"]["Card"] | null)[];
            corrected?: components["schemas"]["Correction"] | null;
            /** @constant */
            fact: "coup-reconstructed";
            player: (components["schemas"]["Card"] | null)[];
        } | {
            /** @constant */
            fact: "window-opened";
            window: components["schemas"]["Window"];
        } | {
            /** @constant */
            fact: "coup-resumed";
        } | {
            coups: unknown[];
            /** @constant */
            fact: "coups-recalled";
        } | {
            /** @constant */
            fact: "coup-voided";
            number: number;
        } | {
            /** @constant */
            fact: "disordered";
        } | {
            /** @constant */
            fact: "play-goes-on";
        } | {
            coup: number;
            /** @constant */
            fact: "settlement-undone";
            how: components["schemas"]["Undone"];
            result: components["schemas"]["Settled"];
            stake: components["schemas"]["Stake"];
        } | {
            /** @constant */
            fact: "settlement-reopened";
        } | {
            coup: number;
            /** @constant */
            fact: "settled-on-paper";
            result: components["schemas"]["Settled"];
            stake: components["schemas"]["Stake"];
        } | {
            /** @constant */
            fact: "open-item-settled";
            item: components["schemas"]["OpenItem"];
        } | {
            /** @constant */
            fact: "matter-opened";
            matter: components["schemas"]["Matter"];
        } | {
            decision: components["schemas"]["Decision"];
            /** @constant */
            fact: "matter-decided";
            id: number;
        } | {
            /** @constant */
            fact: "device-failed";
        } | {
            condition: components["schemas"]["TransferCondition"];
            /** @constant */
            fact: "device-answered";
            holds: boolean;
            why: string;
        } | {
            cards: components["schemas"]["Card"][];
            /** @constant */
            fact: "damage-named";
            why: string;
        } | {
            /** @constant */
            fact: "device-ruled";
            failure: components["schemas"]["DeviceFailure"];
        } | {
            cards?: components["schemas"]["Card"][];
            /** @constant */
            fact: "device-step-taken";
            step: components["schemas"]["DeviceMeasure"];
        } | {
            /** @constant */
            fact: "earlier-stand";
        } | {
            /** @constant */
            fact: "coup-interrupted";
        } | {
            ban: components["schemas"]["Ban"];
            /** @constant */
            fact: "breach-reported";
            id: number;
            what: string;
            who: components["schemas"]["Name"];
        } | {
            breach: number;
            /** @constant */
            fact: "sanctioned";
            measure: components["schemas"]["Measure"];
            who: components["schemas"]["Name"];
            why: string;
        } | {
            breach: number;
            /** @constant */
            fact: "handed-over";
            police: boolean;
            to: components["schemas"]["Name"];
            who: components["schemas"]["Name"];
        } | {
            about: string;
            decides: components["schemas"]["BookRole"];
            /** @constant */
            fact: "dispute-opened";
            id: number;
            patron: components["schemas"]["Name"] | null;
            stage: components["schemas"]["DisputeStage"];
        } | {
            /** @constant */
            fact: "dispute-decided";
            finding: components["schemas"]["Finding"];
            id: number;
            stage: components["schemas"]["DisputeStage"];
            why: string;
        } | {
            award: components["schemas"]["Award"];
            /** @constant */
            fact: "dispute-settled";
            id: number;
            open?: boolean;
            patron: components["schemas"]["Name"];
        } | {
            decides: components["schemas"]["BookRole"];
            /** @constant */
            fact: "review-asked";
            id: number;
            stage: components["schemas"]["DisputeStage"];
        } | {
            /** @constant */
            fact: "dispute-referred";
            id: number;
            to: components["schemas"]["BookRole"];
        } | {
            book: string;
            /** @constant */
            fact: "table-opened";
            settings: components["schemas"]["Settings"];
        } | {
            /** @constant */
            fact: "person-told";
            patron: components["schemas"]["Name"] | null;
            what: components["schemas"]["Tidings"];
            who: components["schemas"]["Recipient"];
        } | {
            change: components["schemas"]["TableChange"];
            effective: components["schemas"]["Time"];
            /** @constant */
            fact: "sign-posted";
        } | {
            change: components["schemas"]["TableChange"];
            /** @constant */
            fact: "players-told";
        } | {
            change: components["schemas"]["TableChange"];
            /** @constant */
            fact: "change-made";
            keep_old: boolean;
        } | {
            /** @constant */
            fact: "personal-limit-set";
            limits: components["schemas"]["Limits"];
            patron: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "restricted";
            option: string;
        } | {
            /** @constant */
            fact: "restriction-lifted";
            option: string;
        } | {
            /** @constant */
            fact: "session-began";
            table: number;
            tournament: string;
        } | {
            /** @constant */
            fact: "session-ended";
        } | {
            /** @constant */
            fact: "sign-missing";
            shows: components["schemas"]["SignSubject"];
        } | {
            drop: components["schemas"]["Money"];
            /** @constant */
            fact: "table-closed";
            float: components["schemas"]["Money"];
        } | {
            /** @constant */
            fact: "rules-shown";
            to: components["schemas"]["Name"];
        } | {
            /** @constant */
            fact: "shown";
            to: components["schemas"]["Name"];
            what: components["schemas"]["Disclosure"];
        };
        StageView: {
            advance?: number | null;
            length: [
                number,
                string
            ];
            name: string;
            opening?: number | null;
        };
        Stake: {
            amount: components["schemas"]["Money"];
            box: number;
            id: components["schemas"]["StakeId"];
            kind: components["schemas"]["ChipKind"];
            patron: components["schemas"]["Name"];
            wager: components["schemas"]["WagerId"];
        };
        StakeId: number;
        StakeOf: components["schemas"]["StakeView"] & {
            patron: string;
        };
        StakeView: {
            amount: number;
            box: number;
            id: number;
            kind: string;
            seat?: number | null;
            wager: string;
        };
        Stand: {
            hash: string;
            sequence: number;
        };
        StepView: {
            at: number;
            local: string;
            name: string;
            role: string;
            stage: string;
        };
        Subject: {
            report: components["schemas"]["Report"];
            /** @constant */
            subject: "ruling";
            when: components["schemas"]["Irregularity"];
        } | {
            report: components["schemas"]["Report"];
            /** @constant */
            subject: "silence";
            when: components["schemas"]["Irregularity"];
        };
        /** @enum {string} */
        SumCause: "above-maximum" | "above-area" | "not-payable" | "row" | "commission" | "rounded" | "owed" | "stays" | "void";
        SumStep: {
            amount: number;
            cause: components["schemas"]["SumCause"];
            clauses: string[];
        };
        SupervisorView: {
            announced: components["schemas"]["AnnouncedView"][];
            desk: components["schemas"]["DeskView"];
            matters: components["schemas"]["Matter"][];
            money: components["schemas"]["PitMoney"];
            out_of_service?: string | null;
            patrons: components["schemas"]["PatronView"][];
            possible: components["schemas"]["Possible"][];
            seq: number;
            state: components["schemas"]["Board"];
            table: components["schemas"]["About"];
        };
        Supply: "table-shuffled" | "maker-shuffled" | "house-shuffled";
        SurveillanceView: {
            matters: components["schemas"]["Matter"][];
            money: components["schemas"]["PitMoney"];
            patrons: components["schemas"]["PatronView"][];
            seq: number;
            shoe?: components["schemas"]["ThisShoe"] | null;
            state: components["schemas"]["Board"];
            table: components["schemas"]["About"];
        };
        TableChange: {
            limits: components["schemas"]["Limits"];
            /** @constant */
            of: "limits";
        } | {
            least: components["schemas"]["Money"];
            /** @constant */
            of: "kept-minimum";
        } | {
            most: components["schemas"]["Money"] | null;
            /** @constant */
            of: "differential";
        } | {
            most: components["schemas"]["Money"] | null;
            /** @constant */
            of: "area-most";
            wager?: components["schemas"]["WagerId"] | null;
        } | {
            /** @constant */
            of: "countdown";
            seconds: number;
        } | {
            method: string;
            /** @constant */
            of: "method";
        } | {
            faces: components["schemas"]["Face"];
            /** @constant */
            of: "faces";
        } | {
            faces: components["schemas"]["Face"];
            /** @constant */
            of: "next-shoe-faces";
        } | {
            /** @constant */
            of: "closing";
        };
        TableChangeInput: {
            limits: components["schemas"]["Limits"];
            /** @constant */
            of: "limits";
        } | {
            least: components["schemas"]["Money"];
            /** @constant */
            of: "kept-minimum";
        } | {
            most?: components["schemas"]["Money"] | null;
            /** @constant */
            of: "differential";
        } | {
            most?: components["schemas"]["Money"] | null;
            /** @constant */
            of: "area-most";
            wager?: components["schemas"]["WagerId"] | null;
        } | {
            /** @constant */
            of: "countdown";
            seconds: number;
        } | {
            method: string;
            /** @constant */
            of: "method";
        } | {
            faces: components["schemas"]["Face"];
            /** @constant */
            of: "faces";
        } | {
            faces: components["schemas"]["Face"];
            /** @constant */
            of: "next-shoe-faces";
        } | {
            /** @constant */
            of: "closing";
        };
        TableChips: {
            agrees: boolean;
            at_table: components["schemas"]["Holdings"];
            by_cage?: number | null;
            table: string;
        };
        TableReport: {
            /** @constant */
            report: "first-card";
        } | {
            banker: components["schemas"]["Card"][];
            player: components["schemas"]["Card"][];
            /** @constant */
            report: "coup-ends";
        } | {
            /** @constant */
            report: "coup-void";
        } | {
            /** @constant */
            report: "shoe-ends";
        } | {
            coup: number;
            /** @constant */
            report: "earlier-coup";
        };
        Taken: {
            events: components["schemas"]["StaffEvent"][];
            left: number;
            seq: number;
        };
        TermLine: {
            clauses: string[];
            item: string;
            said: components["schemas"]["TermSentence"][];
            text: string;
        };
        TermSentence: {
            key: string;
            values: {
                [key: string]: string;
            };
        };
        TermsView: {
            buy_back?: number | null;
            chips: number[];
            eligible: string;
            guarantee?: number | null;
            how: string;
            levels: components["schemas"]["LevelView"][];
            order: boolean;
            paid: string;
            pass_cards: number;
            seats: number;
            shares: components["schemas"]["ShareView"][];
            signature: boolean;
            start?: number | null;
            undisclosed: number;
            wagers: components["schemas"]["ContestWager"][];
        };
        TestView: {
            at: number;
            book: string;
            by: string;
            kinds: string[];
            mine: components["schemas"]["SittingView"];
            name: string;
            needed: number;
            number: number;
            pass: number;
            questions: number;
            seed?: number | null;
        };
        ThisShoe: {
            clauses: string[];
            out: string[];
        };
        TicketEarned: {
            by: string;
            coup?: number | null;
            table?: string | null;
        };
        TicketProof: {
            count: number;
            path: string[];
            place: number;
            promotion: string;
            root: string;
            salt: string;
            ticket: components["schemas"]["ProvenTicket"];
        };
        TicketUndone: {
            coup: number;
            table: string;
            ticket: number;
        };
        Tidings: "further-short-wagers-returned" | "side-bet-restriction" | "no-bet-coup-at-empty-table" | "missing-or-foreign-card" | "dropped-cards" | "right-to-complain" | "no-more-than-maximum-counts" | "multiples-unpayable-in-chips";
        Time: number;
        TournamentAct: {
            /** @constant */
            act: "announce";
        } | {
            /** @constant */
            act: "name-official";
            licensed: boolean;
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "publish";
        } | {
            /** @constant */
            act: "send-copy";
        } | {
            /** @constant */
            act: "open-entries";
        } | {
            /** @constant */
            act: "refuse-entry";
            by_criteria: boolean;
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "add-to-pool";
            kind: components["schemas"]["PoolAddition"];
            place?: number | null;
            what: string;
            worth: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "cancel";
        } | {
            /** @constant */
            act: "pay-prize";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "pay-chips";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "require-signature";
        } | {
            /** @constant */
            act: "set-terms";
            order?: boolean | null;
            pass_cards?: number | null;
            undisclosed?: number | null;
        } | {
            /** @constant */
            act: "close-entries";
        } | {
            /** @constant */
            act: "name-tables";
            tables: components["schemas"]["NamedTable"][];
        } | {
            /** @constant */
            act: "set-numbers";
            numbers: number[];
        } | {
            /** @constant */
            act: "seal-draw";
            seed_hash?: string | null;
        } | {
            /** @constant */
            act: "list-draw";
        } | {
            /** @constant */
            act: "allot";
        } | {
            /** @constant */
            act: "ballot";
            mix: string;
            seed?: string | null;
        } | {
            /** @constant */
            act: "move-start";
            noticed: boolean;
            to: components["schemas"]["Time"];
        } | {
            /** @constant */
            act: "set-time-limit";
            noticed: boolean;
            seconds: number;
        } | {
            /** @constant */
            act: "set-limits";
            least: components["schemas"]["Money"];
            most: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "take-table";
            table: number;
        } | {
            /** @constant */
            act: "leave-table";
            table: number;
        } | {
            /** @constant */
            act: "report-table";
            reports: components["schemas"]["TableReport"][];
            table: number;
        } | {
            /** @constant */
            act: "issue-chips";
            table: number;
        } | {
            /** @constant */
            act: "begin";
        } | {
            /** @constant */
            act: "seat-reserve";
            fee: components["schemas"]["Money"];
            instead_of: components["schemas"]["Name"];
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "allow-substitute";
            instead_of: components["schemas"]["Name"];
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "rule-absence";
            deduct: boolean;
            disqualify: boolean;
            fee_back: boolean;
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "disqualify";
            fee_back: boolean;
            name: components["schemas"]["Name"];
            why: components["schemas"]["Disqualifying"];
        } | {
            /** @constant */
            act: "end-early";
            table: number;
        } | {
            /** @constant */
            act: "order-count";
            table: number;
        } | {
            /** @constant */
            act: "decide-count";
            as_counted: boolean;
            because: string;
            table: number;
        } | {
            /** @constant */
            act: "confirm-places";
            table: number;
        } | {
            /** @constant */
            act: "call-play-off";
            table: number;
        } | {
            /** @constant */
            act: "call-rounds";
        } | {
            /** @constant */
            act: "decide-dispute";
            decision: string;
            table: number;
        } | {
            /** @constant */
            act: "break";
            minutes: number;
        } | {
            /** @constant */
            act: "set-pace";
            direction: string;
        } | {
            /** @constant */
            act: "invalidate-wager";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "award";
        } | {
            /** @constant */
            act: "enter";
            fee: components["schemas"]["Money"];
            form: string[];
            has_copy: boolean;
        } | {
            /** @constant */
            act: "sign";
        } | {
            /** @constant */
            act: "withdraw";
        } | {
            /** @constant */
            act: "buy-in";
            amount: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "buy-back";
            fee: components["schemas"]["Money"];
        } | {
            /** @constant */
            act: "take-seat";
            seat: number;
            table: number;
        } | {
            /** @constant */
            act: "agree-early-end";
        } | {
            about: string;
            /** @constant */
            act: "dispute";
        } | {
            /** @constant */
            act: "cash-chips";
            for_chips: boolean;
        } | {
            /** @constant */
            act: "wager";
            amount: components["schemas"]["Money"];
            chips: components["schemas"]["TournamentChips"];
            coup?: number | null;
            seat?: number | null;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "take-back";
            coup?: number | null;
            wager: components["schemas"]["WagerId"];
        } | {
            /** @constant */
            act: "lay-pass";
            approved: boolean;
            coup?: number | null;
        } | {
            /** @constant */
            act: "hand-in-form";
            seal: string;
        } | {
            /** @constant */
            act: "lay-form";
        } | {
            /** @constant */
            act: "see-form";
            of: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "open-coup";
            table: number;
        } | {
            /** @constant */
            act: "ask-next";
            table: number;
        } | {
            /** @constant */
            act: "approve-both-hands";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "call";
            table: number;
        } | {
            /** @constant */
            act: "first-card";
            table: number;
        } | {
            /** @constant */
            act: "coup-ends";
            cards: components["schemas"]["Card"][];
            collected: number[];
            table: number;
        } | {
            /** @constant */
            act: "void-coup";
            table: number;
        } | {
            /** @constant */
            act: "shoe-ends";
            table: number;
        } | {
            /** @constant */
            act: "look-at-form";
            of: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "examine-form";
            of: components["schemas"]["Name"];
            sound: boolean;
        } | {
            /** @constant */
            act: "announce-form";
            of: components["schemas"]["Name"];
            opening?: components["schemas"]["FormOpening"] | null;
        } | {
            /** @constant */
            act: "correct-form";
            of: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "pass-over";
            table: number;
        } | {
            /** @constant */
            act: "hold-to-minimum";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "mark-absent";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "mark-back";
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "count";
            counts: [
                number,
                components["schemas"]["Money"]
            ][];
            table: number;
        } | {
            /** @constant */
            act: "return-chips";
            missing: [
                components["schemas"]["Money"],
                number
            ][];
            table: number;
        } | {
            /** @constant */
            act: "report";
            finding: components["schemas"]["TournamentFinding"];
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "drop-report";
            because: string;
            finding: components["schemas"]["TournamentFinding"];
            name: components["schemas"]["Name"];
        } | {
            /** @constant */
            act: "add-points";
            game: string;
            points: [
                components["schemas"]["Name"],
                number
            ][];
        } | {
            /** @constant */
            act: "bell";
        } | {
            /** @constant */
            act: "propose";
            what: components["schemas"]["TournamentAct"];
        } | {
            /** @constant */
            act: "approve";
            proposal: number;
        } | {
            /** @constant */
            act: "reject";
            proposal: number;
        };
        TournamentChips: "tournament" | "gaming" | "foreign";
        TournamentFinding: "sought-advice" | "gave-advice" | "removed-chips" | "hid-chips" | "swapped-chips" | "raised-stack" | "other-breach";
        TransferCondition: "device-in-use" | "card-out" | "nobody-hurt" | "spare-at-hand" | "transfer-practicable";
        TransfersView: {
            transfers: components["schemas"]["TransferView"][];
        };
        TransferView: {
            counted?: {
                [key: string]: number;
            } | null;
            kind: string;
            number: number;
            pieces: {
                [key: string]: number;
            };
            stage: string;
            steps: components["schemas"]["StepView"][];
            table: string;
            worth: number;
        };
        Undone: "repaid" | "relaid" | "left-open" | "on-paper";
        Used: {
            minutes: number;
            net: number;
            staked: number;
        };
        Validity: "own-area" | "inside-area" | "lies-flat" | "not-on-another" | "smaller-on-top";
        Verdict: {
            card?: components["schemas"]["CardFate"] | null;
            cards?: components["schemas"]["CardsAfter"][];
            coup?: components["schemas"]["CoupFate"] | null;
            decided_by?: components["schemas"]["BookRole"] | null;
            earlier?: components["schemas"]["EarlierFate"] | null;
            made_by?: components["schemas"]["BookRole"][];
            payments?: components["schemas"]["PaymentsFate"] | null;
            to?: components["schemas"]["Name"] | null;
            wagers?: components["schemas"]["WagersFate"] | null;
            when: components["schemas"]["Irregularity"];
        };
        VerificationView: {
            begun: number;
            by: string;
            done?: number | null;
            failed?: string | null;
            found?: Record<string, never> | null;
            holds?: boolean | null;
            progress?: Record<string, never> | null;
        };
        VerifyRequest: {
            key?: string | null;
            witness?: string[];
        };
        View: (components["schemas"]["SignView"] & {
            /** @enum {string} */
            view: "sign";
        }) | (components["schemas"]["PlayerView"] & {
            /** @enum {string} */
            view: "player";
        }) | (components["schemas"]["DealerView"] & {
            /** @enum {string} */
            view: "dealer";
        }) | (components["schemas"]["SupervisorView"] & {
            /** @enum {string} */
            view: "supervisor";
        }) | (components["schemas"]["SurveillanceView"] & {
            /** @enum {string} */
            view: "surveillance";
        }) | (components["schemas"]["InspectorView"] & {
            /** @enum {string} */
            view: "inspector";
        });
        VouchersView: {
            vouchers: components["schemas"]["VoucherView"][];
        };
        VoucherView: {
            conditions: string;
            from: string;
            number: string;
            proposed_by?: string | null;
            second?: string | null;
            standing: string;
            swapped_at?: string | null;
            swapped_by?: string | null;
            swapped_local?: string | null;
            tables: string[];
            until?: number | null;
            until_local?: string | null;
            worth: number;
        };
        WagerId: string;
        WagerOddsView: {
            expected: string;
            house_edge: number;
            id: string;
            name: string;
            probabilities: string[];
            rows: components["schemas"]["RowView"][];
        };
        WagerPays: {
            outcome: string;
            row: components["schemas"]["RowView"];
            wager: string;
        };
        WagersFate: "stand" | "may-be-withdrawn" | "may-be-withdrawn-while-unseen" | "returned" | "cleared-before-no-bet" | "may-be-altered";
        WagerView: {
            backs?: string | null;
            class: string;
            cut_to_most: string[];
            id: string;
            limits: components["schemas"]["Limits"];
            name: string;
            option?: string | null;
            rows: components["schemas"]["RowView"][];
        };
        WaitsFor: {
            for: string;
            seat?: number | null;
            until: number;
        };
        Who: {
            confirmed_until?: number | null;
            factor_first: boolean;
            name: string;
            role: components["schemas"]["Role"];
            since: number;
        };
        Window: {
            /** @constant */
            by: "ruling";
            when: components["schemas"]["Irregularity"];
        } | {
            /** @constant */
            by: "relief";
        } | {
            /** @constant */
            by: "device";
        };
        /** @enum {string} */
        Winner: "player" | "banker" | "tie";
        WinnerView: {
            attempts: components["schemas"]["AttemptView"][];
            holder: string;
            overdue: boolean;
            presence_needed: boolean;
            present?: boolean | null;
            prize: number;
            sought_until?: number | null;
        };
        WinView: {
            closing: number;
            coups: number;
            credits: number;
            differs?: string | null;
            drop: number;
            fills: number;
            hold?: number | null;
            no_bet_coups: number;
            opening: number;
            staked: number;
            void_coups: number;
            win: number;
        };
        Witnessed: {
            at?: number | null;
            silent?: string | null;
            size: number;
            witness: string;
        };
        WouldFollow: {
            events: components["schemas"]["ContestEvent"][];
        };
        WrongView: {
            asked?: string | null;
            at: number;
            book: string;
            clauses: string[];
            given: string;
            kind: string;
            number: number;
            solution?: string | null;
            test?: number | null;
        };
        You: {
            asked?: components["schemas"]["Question"] | null;
            brought: number;
            chips: number;
            kept_minimum?: number | null;
            limits?: components["schemas"]["Limits"] | null;
            main_limits: components["schemas"]["Limits"];
            may_buy: number;
            name: string;
            net: number;
            owed: number;
            present: boolean;
            seat?: number | null;
            settled: components["schemas"]["SettledView"][];
            since?: number | null;
            staked: number;
            stakes: number[];
            tokens: number;
        };
        YouView: {
            duties: components["schemas"]["DutyView"][];
            form: string[];
            place?: [
                number,
                number
            ] | null;
            reserve: boolean;
            standing?: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
