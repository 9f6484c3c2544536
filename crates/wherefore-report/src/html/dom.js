// Elements and text. All text of the model comes through here: it becomes text nodes, never markup, and characters that
// cannot be seen or that turn the direction of writing are shown as escapes.

const SVG = 'http://www.w3.org/2000/svg';

// Longest name that is shown whole, and the most of it that a tooltip holds.
const LONGEST_NAME = 44;
const LONGEST_TITLE = 500;

const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text with unseen characters as escapes such as \u{202e}. */
function visible(text) {
  return String(text).replace(UNSEEN, (c) => `\\u{${c.charCodeAt(0).toString(16).padStart(4, '0')}}`);
}

/** Visible text on one line. */
function inline(text) {
  return visible(text).replace(/\s*\n\s*/g, ' ').replace(/\t/g, ' ');
}

/** Text shortened in the middle, where names of hierarchies differ least. */
function shorten(text, most) {
  const limit = most || LONGEST_NAME;
  if (text.length <= limit) return text;
  const letters = Array.from(text.length > 4 * limit ? text.slice(0, 2 * limit) + text.slice(-2 * limit) : text);
  if (letters.length <= limit) return text;
  const head = Math.ceil((limit - 1) * 0.6);
  return letters.slice(0, head).join('') + '\u2026' + letters.slice(letters.length - (limit - 1 - head)).join('');
}

/** What a tooltip says of a text. */
function tooltip(text) {
  return shorten(visible(text), LONGEST_TITLE);
}

/** The end of a sentence about an answer: who re-checked it, or why nobody did. */
function recheck(answer) {
  if (answer.rechecked_by) return `, re-checked by ${answer.rechecked_by}`;
  return answer.not_rechecked ? `, not re-checked: ${answer.not_rechecked.message}` : '';
}

/** Sets attributes; those that begin with `on` are listeners, and what is null, undefined or false is left out. */
function dress(element, attributes) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  return element;
}

/** Adds children: nodes, texts, or lists of these. */
function fill(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) fill(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** An HTML element. */
function el(tag, attributes, ...children) {
  return fill(dress(document.createElement(tag), attributes), children);
}

/** An SVG element. */
function svg(tag, attributes, ...children) {
  return fill(dress(document.createElementNS(SVG, tag), attributes), children);
}

/** Replaces the content of an element. */
function put(element, ...children) {
  element.replaceChildren();
  return fill(element, children);
}

/** A name of the model: isolated from the direction of the text around it, shortened, whole in its tooltip. */
function name(text, most) {
  const whole = inline(text);
  const shown = shorten(whole, most);
  return el('bdi', { class: 'name', title: shown === whole ? null : tooltip(text) }, shown);
}

/** A name as code, wrapped and not shortened unless it is very long. */
function code(text, most) {
  const whole = inline(text);
  const shown = shorten(whole, most || 400);
  return el('code', { dir: 'ltr', title: shown === whole ? null : tooltip(text) }, el('bdi', null, shown));
}

/** A button. */
function button(label, action, attributes) {
  return el('button', { type: 'button', onclick: action, ...attributes }, label);
}

/** What a part that scrolls needs for those who use keys alone: a stop of the tabulator and a name. */
function scrolled(label) {
  return { tabindex: '0', role: 'group', 'aria-label': label };
}

/** A part that can be folded. */
function fold(title, open, ...children) {
  return el('details', { open: open ? true : null }, el('summary', null, title), ...children);
}

/** A table from a heading and rows of cells. */
function table(heading, rows, attributes) {
  const cells = (tag, row) => row.map((c) => (c instanceof HTMLTableCellElement ? c : el(tag, { scope: tag === 'th' ? 'col' : null }, c)));
  const line = (row) => (row instanceof HTMLTableRowElement ? row : el('tr', null, cells('td', row)));
  const head = heading ? el('thead', null, el('tr', null, cells('th', heading))) : null;
  return el('table', attributes, head, el('tbody', null, rows.map(line)));
}

/** A count with its noun. */
function count(n, one, many) {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many || one + 's'}`;
}

/** Words in a row: a, b and c. */
function series(words) {
  return words.length < 2 ? words.join('') : words.slice(0, -1).join(', ') + ' and ' + words[words.length - 1];
}

/** Says something to those who listen to the page. */
function announce(text) {
  document.getElementById('live').textContent = inline(text);
}

/** Calls a function once before the next frame, however often it is asked for. */
function eachFrame(action) {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; action(); });
  };
}
