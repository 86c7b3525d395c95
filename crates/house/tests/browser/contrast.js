// Every text of the page whose contrast to what lies behind it is less than WCAG 2.2 asks for (1.4.3). axe-core leaves texts over gradients open:
// here the worst of a gradient's colours counts.
(() => {
  /** @param {string} text @returns {[number, number, number, number] | null} */
  const colour = (text) => {
    const rgb = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    if (rgb) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4] ?? 1)];
    const srgb = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.e-]+))?\)$/.exec(text);
    return srgb ? [255 * srgb[1], 255 * srgb[2], 255 * srgb[3], Number(srgb[4] ?? 1)] : null;
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const luminance = ([r, g, b]) => [r, g, b].map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  /** The darkest and the lightest of some colours: those between are never worse than both. */
  const extremes = (colours) => {
    const sorted = [...colours].sort((a, b) => luminance(a) - luminance(b));
    return sorted.length > 2 ? [sorted[0], sorted[sorted.length - 1]] : sorted;
  };
  const layers = (style) => {
    const stops = style.backgroundImage.includes('gradient') ? style.backgroundImage.match(/rgba?\([^)]+\)|color\(srgb[^)]+\)/g) ?? [] : [];
    return [[colour(style.backgroundColor)], stops.map(colour)].map((layer) => layer.filter(Boolean)).filter((layer) => layer.length > 0);
  };
  const behind = (element) => {
    const chain = [];
    for (let at = element; at; at = at.parentElement) chain.unshift(at);
    let colours = [[255, 255, 255, 1]];
    for (const at of chain) {
      const style = getComputedStyle(at);
      for (const layer of layers(style)) colours = extremes(layer.flatMap((top) => colours.map((below) => over(top, below))));
    }
    return colours;
  };
  const seen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.unseen, [disabled], svg, .skip');
  const own = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== '');
  const faults = [];
  for (const element of document.body.querySelectorAll('*')) {
    if (!own(element) || !seen(element) || ['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 2 || box.height < 2) continue;
    const style = getComputedStyle(element);
    const text = colour(style.color);
    if (!text) continue;
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const worst = Math.min(...behind(element).map((below) => ratio(over([text[0], text[1], text[2], text[3] * opacity], below), below)));
    if (worst < needed - 0.005) faults.push([`${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}.${[...element.classList].join('.')}`, element.textContent.trim().slice(0, 40), Math.round(worst * 100) / 100, needed]);
  }
  return faults;
})()
