// The side: properties with a filter, and the classes of the selected one: as a tree of their coarser levels, or, where there are many,
// under the ways of the level that keeps the faults apart.

// What tells failing runs of a state machine apart at a level.
const BY_LEVEL = { 4: 'last state', 3: 'first and last state', 2: 'last transition', 1: 'path' };
const APART = { conjunct: 'the conjunct that fails', branch: 'the branches that the last step takes', 'conjunct-and-branch': 'the conjunct that fails and the branches that the last step takes', change: 'what the last step changes in the property' };

/** How many ways there are, and whether there are others. */
function whetherAll(ways, found) {
  if (found.complete) return `${ways}; there is no other${found.proof ? ` (proved: ${found.proof.statement}${recheck(found.proof)})` : ''}`;
  const depth = found.depth === null || found.depth === undefined ? '' : ` at depth ${found.depth}`;
  const why = found.stopped ? `: ${found.stopped.message}` : '';
  return `${ways}, perhaps more; stopped${depth}${why}`;
}

/** The same at a coarser level, and how many finer ways there are. */
function coarseCompleteness({ coarser, enumeration }) {
  const apart = (level) => BY_LEVEL[level] || 'path';
  const ways = `${count(coarser.ways.length, 'way to fail', 'ways to fail')}, told apart by ${apart(coarser.level)} (level ${coarser.level})`;
  const least = enumeration.complete ? '' : 'at least ';
  return `${whetherAll(ways, coarser)}. At level ${enumeration.level}: ${least}${count(enumeration.classes, 'way')}, told apart by ${apart(enumeration.level)}`;
}

/** Why the count of classes can be believed, or what ended the search. */
function completeness(inquiry) {
  const found = inquiry.raw.enumeration;
  if (!found) return '';
  if (inquiry.raw.coarser) return coarseCompleteness(inquiry.raw);
  const noun = inquiry.lens === 'equivalence' ? 'kind of difference' : 'way to fail';
  const many = inquiry.lens === 'equivalence' ? 'kinds of difference' : 'ways to fail';
  const n = count(found.classes, noun, many);
  if (found.undivided) {
    const stopped = found.stopped ? `; stopped: ${found.stopped.message}` : '';
    return `Failing runs are not told apart: ${found.undivided.message}${stopped}`;
  }
  if (found.complete) {
    const apart = APART[found.told_apart_by] ? `, told apart by ${APART[found.told_apart_by]}` : '';
    return whetherAll(`${n}${apart}`, found);
  }
  const causes = inquiry.raw.alternative_search && inquiry.raw.alternative_search.causes;
  if (causes && causes.known === 'all' && found.stopped && found.stopped.kind === 'ways-tried') {
    const proof = `${causes.proof.statement}${recheck(causes.proof)}`;
    return `${n}, causes complete: every failing run ends with one of ${count(causes.count, 'minimal cause')} (proved: ${proof}); other ways through the blocks to them are not ruled out`;
  }
  if (found.stopped && found.stopped.kind === 'ways-tried') return `${n}, not proved complete: ${found.stopped.message}`;
  return whetherAll(n, found);
}

/** What is left of a vacuous formula without the part that never matters. */
function whatIsLeft(vacuity) {
  const stronger = vacuity ? vacuity.stronger : undefined;
  return stronger ? ` \`${stronger.idle}\` never matters: \`${stronger.formula}\` is true too, proved.` : '';
}

/** One sentence about a verdict. */
function verdictSentence(inquiry) {
  const { verdict, raw } = inquiry;
  const proof = raw.certificate ? `${raw.certificate.statement}${recheck(raw.certificate)}` : '';
  const same = inquiry.lens === 'equivalence';
  if (verdict === 'holds') return `${raw.evidence_graph ? 'Holds' : same ? 'Equivalent for all inputs' : 'Holds on every run'}. Proof: ${proof}.`;
  if (verdict === 'vacuous') return `Holds, but says nothing: ${raw.vacuity ? raw.vacuity.reason : ''}.${whatIsLeft(raw.vacuity)} Proof: ${proof}.`;
  if (verdict === 'undetermined') return `Not decided: ${raw.cause ? raw.cause.message : 'no reason is known'}.`;
  return completeness(inquiry) || (REPORT.command === 'check' ? 'One run that breaks it; wherefore why finds all ways.' : '');
}

function propertyItem(inquiry) {
  const label = el('span', { class: 'grow' }, name(inquiry.title, 60));
  const item = button([verdictBadge(inquiry.verdict, ''), label, inquiry.classes.length > 1 ? el('span', { class: 'muted' }, inquiry.classes.length) : null],
    () => go({ inquiry }), { class: 'row property', title: `${inquiry.verdict}: ${tooltip(inquiry.raw.text || inquiry.title)}` });
  item.dataset.words = `${inquiry.title} ${inquiry.verdict} ${inquiry.raw.text || ''}`.toLowerCase().slice(0, 2000);
  return el('li', null, item);
}

/** Ways in groups: those that are the same of other instances stand together, the first of them first. */
function likeWays(ways) {
  const groups = new Map();
  for (const way of ways) {
    const like = (way.inquiry.raw.alike || []).find((ids) => ids.includes(way.id)) || way;
    groups.set(like, [...(groups.get(like) || []), way]);
  }
  return Array.from(groups.values());
}

/** The tree: levels of the path, then classes. Levels that do not branch are joined. */
function classTree(ways) {
  const root = { words: [], children: new Map(), ways: [] };
  for (const group of likeWays(ways)) {
    let node = root;
    for (const word of group[0].path) {
      if (!node.children.has(word)) node.children.set(word, { words: [word], children: new Map(), ways: [] });
      node = node.children.get(word);
    }
    node.ways.push(group);
  }
  return joined(root);
}

function joined(node) {
  let here = node;
  const words = [...here.words];
  while (here.children.size === 1 && !here.ways.length && here.words.length) {
    here = here.children.values().next().value;
    words.push(...here.words);
  }
  return { words, children: Array.from(here.children.values()).map(joined), ways: here.ways };
}

function branch(node, inquiry) {
  const items = [...node.children.map((c) => branch(c, inquiry)), ...node.ways.map(likeItem)];
  if (!node.words.length) return items;
  const total = (n) => n.ways.reduce((sum, group) => sum + group.length, 0) + n.children.reduce((sum, c) => sum + total(c), 0);
  const title = [el('span', { class: 'level' }, node.words.flatMap((w, i) => [i ? ' \u203a ' : null, name(w, 40)])), el('span', { class: 'muted' }, ` ${total(node)}`), inquiry.lens === 'lts' && KINDS[node.words[0]] ? el('div', { class: 'muted' }, KINDS[node.words[0]]) : null];
  return el('li', null, fold(title, true, el('ul', null, items)));
}

/** A way, and under it those that are the same of other instances. */
function likeItem([way, ...others]) {
  const item = wayItem(way);
  if (others.length) item.append(fold(`and ${others.length} more, the same of other instances`, false, el('ul', null, others.map(wayItem))));
  return item;
}

/** A way of a coarser level, with its classes. */
function coarseItem(coarse, inquiry) {
  const ways = coarse.classes.map((id) => inquiry.classes.find((c) => c.id === id)).filter(Boolean);
  const finer = ways.length ? `${ways.length} by ${BY_LEVEL[inquiry.raw.enumeration.level] || 'path'}` : 'none of its runs is shown';
  const words = [el('span', { class: 'sentence' }, name(coarse.title, 100)), el('div', { class: 'muted' }, `${count(coarse.length, 'step')}, ${finer}`)];
  return el('li', { class: 'coarse' }, ways.length ? fold(words, false, el('ul', null, likeWays(ways).map(likeItem))) : words);
}

/** The ways as they are read first: at a coarser level where there are many. */
function waysTree(inquiry) {
  const { coarser } = inquiry.raw;
  return coarser ? coarser.ways.map((way) => coarseItem(way, inquiry)) : branch(classTree(inquiry.classes), inquiry);
}

function wayItem(way) {
  const parent = way.raw.derived_from ? way.inquiry.classes.find((c) => c.id === way.raw.derived_from) : null;
  const facts = [way.raw.count > 1 ? count(way.raw.count, 'state') : null, parent ? `derived from ${parent.number}` : null].filter(Boolean);
  const tags = way.isNew ? el('span', { class: 'tag new' }, 'new') : null;
  const item = button([
    el('span', { class: 'number' }, way.number), el('span', { class: 'grow' }, el('span', { class: 'sentence' }, name(way.title, 100)), facts.length ? el('div', { class: 'muted' }, facts.join(', ')) : null), tags,
    el('span', { class: 'muted' }, way.length),
  ], () => go({ way }), { class: 'row class', title: `class ${way.number}, ${count(way.length, 'step')}: ${tooltip(way.key)}`, 'data-way': way.index });
  return el('li', null, item);
}

function fixedClasses(inquiry) {
  const since = inquiry.raw.since;
  if (!since) return null;
  if (!since.compared) return el('p', { class: 'muted pad' }, `Not compared with ${inline(since.path)}: ${inline(since.caveat || 'the property is not in it')}.`);
  const gone = since.fixed.map((g) => el('li', { class: 'row gone' }, el('span', { class: 'tag fixed' }, 'fixed'), name(g.key, 60)));
  const words = `Since ${inline(shorten(since.path, 40))}: ${since.new.length} new, ${since.fixed.length} fixed, ${since.unchanged.length} unchanged`;
  return [el('p', { class: 'muted pad' }, words, since.caveat ? ` (${inline(since.caveat)})` : ''), el('ul', null, gone)];
}

function drawSide() {
  const filter = el('input', { type: 'search', id: 'property-filter', placeholder: 'Filter properties  /', 'aria-label': 'Filter properties' });
  const list = el('ul', { id: 'properties' }, INQUIRIES.map(propertyItem));
  filter.addEventListener('input', () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const item of list.children) item.hidden = wanted !== '' && !item.firstChild.dataset.words.includes(wanted);
  });
  const isOne = INQUIRIES.length === 1;
  put(document.getElementById('side'),
    el('div', { class: 'properties', hidden: isOne && REPORT.command === 'diff' ? true : null }, el('h2', null, isOne ? 'Property' : 'Properties'), isOne ? null : filter, list),
    el('div', { id: 'verdict' }),
    el('div', { class: 'classes' }, el('div', { class: 'bar' }, el('h2', { id: 'classes-title' }, 'Classes'),
      button('\u2039', () => nextWay(-1), { id: 'previous-class', title: 'Previous class (p)', 'aria-label': 'Previous class' }),
      button('\u203a', () => nextWay(1), { id: 'next-class', title: 'Next class (n)', 'aria-label': 'Next class' })),
    el('div', { id: 'classes' })));
  listen('inquiry', showInquiry);
  listen('way', showWay);
}

function showInquiry() {
  const { inquiry } = selection;
  Array.from(document.querySelectorAll('#properties .property')).forEach((item, i) => mark(item, i === inquiry.index));
  const text = inquiry.raw.text ? el('p', { class: 'formula', ...scrolled('The property') }, code(inquiry.raw.text)) : null;
  const advice = inquiry.raw.cause ? inquiry.raw.cause.help : [];
  put(document.getElementById('verdict'), text, el('p', { class: 'sentence' }, inline(verdictSentence(inquiry))), advice.map((a) => el('p', { class: 'muted' }, inline(a))));
  document.getElementById('classes-title').textContent = inquiry.lens === 'equivalence' ? 'Differences' : inquiry.classes.length > 1 ? 'Ways to fail' : 'Failure';
  const none = inquiry.classes.length ? null : el('p', { class: 'muted pad' }, 'No run breaks it.');
  const unknown = inquiry.verdict === 'undetermined' ? el('p', { class: 'muted pad' }, 'No failure is known.') : none;
  put(document.getElementById('classes'), unknown, el('ul', { class: 'tree' }, waysTree(inquiry)), fixedClasses(inquiry));
}

function mark(item, isCurrent) {
  item.classList.toggle('current', isCurrent);
  if (isCurrent) item.setAttribute('aria-current', 'true');
  else item.removeAttribute('aria-current');
}

function showWay() {
  for (const item of document.querySelectorAll('#classes .class')) {
    const isCurrent = Boolean(selection.way) && Number(item.dataset.way) === selection.way.index;
    mark(item, isCurrent);
    if (isCurrent) uncover(item);
  }
}

/** Opens what an item is folded in, and scrolls to it. */
function uncover(item) {
  for (let part = item.closest('details'); part; part = part.parentElement.closest('details')) part.open = true;
  item.scrollIntoView({ block: 'nearest' });
}
