// Two models side by side: what differs, after which inputs; their classes of inputs. And the plain tables of test suites and mutants.

const shown = (value) => inline(shorten(valueText(value), 60));

function rowText(row) {
  return row ? Object.entries(row).map(([k, v]) => `${inline(shorten(k, 40))} = ${shown(v)}`).join(', ') : 'nothing';
}

/** What differs, in words and as a table of reactions. */
function differencePart(way) {
  const { difference } = way.raw;
  const report = way.inquiry.raw.comparison;
  const last = difference.reactions[difference.reactions.length - 1];
  const outputs = difference.outputs.map((o, i) => [i ? ', ' : '', name(o, 40)]);
  const side = (row) => difference.outputs.map((o, i) => [i ? ', ' : '', row ? shown(row[o]) : 'nothing']);
  const one = last ? last.reference : difference.start;
  const two = last ? last.implementation : difference.start_implementation;
  const when = last ? `After ${count(difference.reactions.length, 'input')}` : 'At the beginning';
  const values = one && two ? [': ', el('span', { class: 'good' }, side(one)), ' in the reference, ', el('span', { class: 'mark response' }, side(two)), ' in the implementation.'] : ['.'];
  const lead = el('p', { class: 'lead' }, `${when} `, outputs, difference.outputs.length === 1 ? ' differs' : ' differ', values);
  const condition = difference.condition ? el('p', null, 'For every last input with ', code(difference.condition, 300), '.') : null;
  const places = difference.places > 1 ? el('p', { class: 'muted' }, `The same at ${count(difference.places, 'pair')} of states.`) : null;
  return section('What differs', lead, condition, places, fold('As a table', false, reactionsTable(way, report, difference)));
}

function reactionsTable(way, report, difference) {
  const ports = report.interface;
  const head = ['step', ...ports.inputs.map((p) => name(p.name, 20)), ...ports.outputs.map((p) => name(p.name, 20)), 'taken'];
  const pair = (r, p) => {
    const [a, b] = [r.reference ? valueText(r.reference[p.name]) : '', r.implementation ? valueText(r.implementation[p.name]) : ''];
    return a === b ? shown(a) : el('td', { class: 'differs' }, shown(a), ' / ', el('span', { class: 'mark response' }, shown(b)));
  };
  const takes = (r) => {
    const [a, b] = [(r.reference_takes || []).join(' '), (r.implementation_takes || []).join(' ')];
    return a === b ? name(a, 40) : [name(a || 'none', 40), ' / ', name(b || 'none', 40)];
  };
  const start = { inputs: {}, reference: difference.start, implementation: difference.start_implementation };
  const rows = [start, ...difference.reactions].slice(0, 200).map((r, i) => [stepLink(way.inquiry, i, String(i)), ...ports.inputs.map((p) => shown(r.inputs[p.name])), ...ports.outputs.map((p) => pair(r, p)), takes(r)]);
  return el('div', { class: 'wide', ...scrolled('Reactions') }, table(head, rows, { class: 'plain reactions' }), el('p', { class: 'muted' }, 'Where they differ: reference / implementation.'));
}

/** What is known about each of two models alone. */
function comparisonPart(inquiry) {
  const report = inquiry.raw.comparison;
  if (!report || !report.interface) return null;
  const ports = (list) => list.map((p, i) => [i ? ', ' : '', name(p.name, 30), el('span', { class: 'muted' }, ` ${inline(shorten(p.type, 40))}`)]);
  const number = (n) => (n === null || n === undefined ? '' : n);
  const machine = (m) => [name(m.path, 50), number(m.state_classes), m.input_classes ? m.input_classes.length : '', number(m.minimal_states)];
  const classes = report.input_classes || [];
  return [
    fold('The two models', inquiry.classes.length === 0, table(['model', 'state classes', 'input classes', 'minimal states'], [machine(report.reference), machine(report.implementation)], { class: 'plain' }), el('p', null, 'Inputs: ', ports(report.interface.inputs)), el('p', null, 'Outputs: ', ports(report.interface.outputs))),
    classes.length ? fold(`Input classes: ${classes.length}`, false, table(['condition', 'example'], classes.slice(0, 300).map((c) => [code(c.condition, 300), rowText(c.example)]), { class: 'plain' })) : null,
    (report.confirmations || []).length ? fold('Confirmed by test suites', false, table(['method', 'suite', 'cases', 'inputs', 'implementation'], report.confirmations.flatMap((c) => [[c, 'made for both models'], [c.written, 'as written for the reference']].filter(([s]) => s).map(([s, what]) => [c.method, what, s.case_count, s.input_count, s.passes ? 'passes' : 'fails'])), { class: 'plain' })) : null,
    inquiry.classes.length ? notesPart(inquiry) : null,
  ];
}

/** What was found without properties; a model that states none has nothing else. */
function lintList() {
  const lint = REPORT.lint;
  if (!lint) return [el('p', { class: 'lead' }, 'There is no property to show.')];
  const asked = REPORT.command === 'lint' ? '' : 'The model states no property. ';
  const open = lint.open.length ? `, ${lint.open.length} not decided` : '';
  return [
    el('p', { class: 'lead' }, `${asked}${count(lint.findings.length, 'finding')}, ${count(lint.asked, 'question')} asked${open}.`),
    el('ul', null, lint.findings.map(remarkItem)),
  ];
}

/** Test suites and mutants, and what ended before anything was found, as plain tables. */
function drawTables() {
  const main = document.getElementById('app');
  main.className = 'tables';
  const parts = REPORT.command === 'tests' ? suiteTables() : REPORT.command === 'mutate' ? mutantTable() : REPORT.command === 'fix' ? fixList() : lintList();
  put(main, el('section', { class: 'panel sheet', id: 'why', tabindex: '-1', 'aria-label': 'Report' }, parts, (REPORT.diagnostics || []).length ? [el('h2', null, 'Remarks'), remarksList()] : null));
}

function suiteTables() {
  const suites = REPORT.suites || [];
  const facts = [['bound', REPORT.bound], ['state classes', REPORT.state_classes], ['minimal states', REPORT.minimal_states]].filter(([, v]) => v !== null && v !== undefined);
  return [el('h2', null, 'Test suites'), table(null, facts, { class: 'plain' }), el('ul', null, [...(REPORT.hypothesis || []), ...(REPORT.notes || [])].map((h) => el('li', null, inline(h)))),
    suites.map((s) => [el('h3', null, `Method ${s.method}`), s.reason ? el('p', null, inline(s.reason)) : el('p', null, `${count(s.case_count, 'case')}, ${count(s.input_count, 'input')}`),
      s.cases ? table(['case', 'step', 'inputs', 'expected'], s.cases.slice(0, 500).flatMap((c, n) => c.inputs.map((row, i) => [i ? '' : n + 1, i + 1, rowText(row), c.expected.map((e) => rowText(e[i])).join(' or ')])), { class: 'plain' }) : null,
      s.cases && s.cases.length > 500 ? el('p', { class: 'muted' }, 'The first 500 cases; the CSV format has all.') : null])];
}

function mutantTable() {
  const mutants = REPORT.mutants || [];
  const dropped = REPORT.mutants_dropped ? el('p', { class: 'muted' }, `${REPORT.mutants_dropped} more are left out.`) : null;
  const checked = REPORT.mutation;
  const last = (m) => checked ? m.check.status : m.file ? name(m.file, 60) : '';
  const score = checked ? el('p', { class: 'lead' }, `${checked.noticed} of ${count(checked.noticed + checked.survived, 'mutant')} noticed by a property; ${checked.survived} survived, ${checked.equivalent} equivalent, ${checked.undetermined} undetermined, ${checked.invalid} invalid.`) : null;
  return [el('h2', null, count(mutants.length, 'mutant')), score, dropped, table(['number', 'operator', 'line', 'change', checked ? 'status' : 'file'], mutants.slice(0, 5000).map((m) => [m.number, m.operator, m.place ? m.place.line : '', inline(m.what), last(m)]), { class: 'plain' })];
}
