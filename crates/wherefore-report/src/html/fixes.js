// Edits after which properties hold: what each does, where, and the patch.

function fixList() {
  const found = REPORT.fixes;
  if (!found) return null;
  const heading = found.ranked.length ? count(found.ranked.length, 'fix', 'fixes') : 'No fix found';
  const tried = found.tried;
  const outcomes = [[tried.fail_again, 'fail on a run that is known'], [tried.fail_anew, 'fail on another run'], [tried.undecided, 'not decided'], [tried.unreadable, 'not allowed by the language'], [tried.exonerated, 'of elements that cannot be the fault alone'], [tried.left_out, 'not looked at because there are too many']];
  const words = outcomes.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`).join(', ');
  const cause = found.cause ? ` Not everything was tried: ${inline(found.cause.message)}.` : '';
  return [el('h2', null, heading), el('ol', { class: 'fixes' }, found.ranked.map(fixItem)), el('p', { class: 'muted' }, `${count(tried.looked_at, 'edit')} looked at: ${words}.${cause}`)];
}

function fixItem(fix) {
  const edits = fix.edits.map((e) => el('li', null, e.place ? `line ${e.place.line}: ` : '', inline(e.what)));
  return el('li', null, el('p', { class: 'lead' }, fixHeadline(fix)), el('ul', null, edits), el('pre', { class: 'patch' }, patchLines(fix.patch)));
}

function fixHeadline(fix) {
  const edits = fix.edits.length === 1 ? '1 edit makes' : `${fix.edits.length} edits make`;
  const kept = { 'only-failing-runs': 'no run changes that does not fail, proved', 'other-runs-too': 'runs that do not fail change too', unknown: 'whether runs change that do not fail is not known' };
  const given = fix.edits_given ? 'No edit of the model itself was found; of what is assumed or asked, ' : '';
  return `${given}${edits} ${inline(fix.properties.join(', '))} hold, proved; ${kept[fix.conserves]}.`;
}

function patchLines(patch) {
  const kind = (line) => (line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : null);
  return patch.split('\n').map((line) => el('span', { class: kind(line) }, `${visible(line)}\n`));
}
