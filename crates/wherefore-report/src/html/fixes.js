// Edits after which properties hold: what each does, where, and the patch.

function fixList() {
  const found = REPORT.fixes;
  if (!found) return null;
  const heading = found.ranked.length ? count(found.ranked.length, 'fix', 'fixes') : 'No fix found';
  const tried = found.tried;
  const some = (counts) => counts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`).join(', ');
  const words = some([[tried.fail_again, 'fail on a run that is known'], [tried.fail_anew, 'fail on another run'], [tried.hollow, 'leave a property that says nothing'], [tried.undecided, 'not decided']]);
  const others = some([[tried.exonerated, 'of elements that cannot be the fault alone'], [tried.unreadable, 'that the language does not allow'], [tried.left_out, 'because there are too many']]);
  const rest = others ? ` Not tried alone: ${others}.` : '';
  const cause = found.cause ? ` Not everything was tried: ${inline(found.cause.message)}.` : '';
  const open = found.not_decided.length ? [el('p', null, 'No fix is proved; no run that is known fails after one of these edits, and nothing else is known:'), el('ul', null, found.not_decided.flat().map(editItem))] : null;
  return [el('h2', null, heading), open, el('ol', { class: 'fixes' }, found.ranked.map(fixItem)), el('p', { class: 'muted' }, `${count(tried.looked_at, 'edit')} looked at${words ? `: ${words}` : ''}.${rest}${cause}`)];
}

/** Beside an answer: the first fix, if it leaves nearly everything else alone. */
function firstFix() {
  const first = REPORT.fixes && REPORT.fixes.ranked[0];
  if (!first || first.edits_given) return null;
  const { changed, runs } = first.sample;
  if (first.conserves !== 'only-failing-runs' && !(runs > 0 && changed * 10 <= runs)) return null;
  const more = fold('as a patch, and the run with it', false, el('pre', { class: 'patch', ...scrolled('Patch') }, patchLines(first.patch)), beforeAndAfter(first));
  return el('div', { class: 'first-fix' }, el('strong', null, fixHeadline(first)), el('ul', null, first.edits.map(editLine)), more);
}

/** The line of an edit, with what goes and what comes in it. */
function editLine(edit) {
  const { place } = edit;
  const file = place && fileOf(place);
  const text = file && place.line === place.end_line ? linesOf(file)[place.line - file.line] : undefined;
  if (text === undefined) return editItem(edit);
  const letters = Array.from(text);
  const [head, tail] = [letters.slice(0, place.column - 1).join(''), letters.slice(place.end_column - 1).join('')];
  const line = el('code', null, inline(head.trimStart()), edit.before ? el('del', null, inline(edit.before)) : null, edit.before && edit.after ? ' ' : null, edit.after ? el('ins', null, inline(edit.after)) : null, inline(tail.trimEnd()));
  return el('li', null, placeLink(place), ' ', line);
}

/** The failing run, and what the edited model does with the same inputs: the variables that differ. */
function beforeAndAfter(fix) {
  const property = REPORT.properties.find((p) => p.name === fix.properties[0]);
  if (!fix.rerun || !property || !property.trace) return null;
  const [before, after] = [new Run(property.trace), new Run(fix.rerun)];
  const pairs = before.variables.map((v, i) => [v.name, i, after.places.get(v.name)]).filter(([, , j]) => j !== undefined);
  const ticks = Array.from({ length: Math.min(before.length, after.length) }, (_, tick) => tick);
  const differs = ([, i, j]) => ticks.some((t) => before.value(i, t) !== after.value(j, t));
  const shown = pairs.filter(([name, i]) => before.variables[i].role === 'input').concat(pairs.filter(differs));
  const cell = (t) => ([, i, j]) => {
    const [one, two] = [valueText(before.value(i, t)), valueText(after.value(j, t))];
    return one === two ? inline(one) : [el('del', null, inline(one)), ' ', el('ins', null, inline(two))];
  };
  const rows = ticks.map((t) => [String(t + 1), ...shown.map(cell(t)).map((c) => el('td', null, c))]);
  return fold('the failing run before and after, with the same inputs', false, el('div', { class: 'wide', ...scrolled('The run before and after') }, table(['step', ...shown.map(([name]) => inline(name))], rows, { class: 'grid' })));
}

function fixItem(fix) {
  return el('li', null, el('p', { class: 'lead' }, fixHeadline(fix)), el('ul', null, fix.edits.map(editItem)), el('pre', { class: 'patch', ...scrolled('Patch') }, patchLines(fix.patch)), beforeAndAfter(fix));
}

function editItem(edit) {
  const { place } = edit;
  const link = place ? [placeLink(place, place.block ? null : `line ${place.line}`), ': '] : null;
  return el('li', null, link, inline(edit.what));
}

function fixHeadline(fix) {
  if (fix.assumes) return assumptionHeadline(fix, fix.assumes);
  const edits = fix.edits.length === 1 ? '1 edit makes' : `${fix.edits.length} edits make`;
  const kept = { 'only-failing-runs': 'no run changes that does not fail, proved', 'other-runs-too': 'runs that do not fail change too', unknown: 'whether runs change that do not fail is not known' };
  const given = fix.edits_given ? 'No edit of the model itself was found; of what is assumed or asked, ' : '';
  return `${given}${edits} ${fix.properties.map((p) => inline(shorten(p, 80))).join(', ')} hold, proved${fix.bars_inputs ? '; the inputs of the failing run are not allowed any more' : ''}; ${kept[fix.conserves]}.`;
}

function assumptionHeadline(fix, assumes) {
  const weaker = assumes.weaker ? `; not enough: ${inline(assumes.weaker)}` : '';
  const number = assumes.number ? ` And ask for ${assumes.number.after} instead of ${assumes.number.before}.` : '';
  return `Assume of the inputs: ${inline(assumes.what)} (proved enough${weaker}).${number} ${fix.properties.map((p) => inline(shorten(p, 80))).join(', ')} hold, and the inputs are never stuck, proved.`;
}

function patchLines(patch) {
  const kind = (line) => (line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : null);
  return patch.split('\n').map((line) => el('span', { class: kind(line) }, `${visible(line)}\n`));
}
