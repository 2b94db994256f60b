import type { Mutant } from '../mutant.ts';

const RULES = 'guard-rules.ts';
const COUNTS = 'rule-counts.ts';

/** Faults for the tests of the rules that stop lines. */
export const GUARD_RULE_MUTANTS: readonly Mutant[] = [
  {
    area: 'products without a print',
    file: RULES,
    before:
      "if (limit === null || count < limit) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} passed",
    after:
      "if (limit === null || count <= limit) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} passed",
  },
  {
    area: 'products without a print',
    file: RULES,
    before:
      "if (limit === null || count < limit) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} passed",
    after:
      "if (count < (limit ?? 0)) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} passed",
  },
  {
    area: 'products without a print',
    file: RULES,
    before: 'this.#countsOf(printer).missed(products);',
    after: 'this.#countsOf(printer).missed(1);',
  },
  { area: 'products without a print', file: RULES, before: 'if (isIdle) return;', after: '' },
  {
    area: 'products without a print',
    file: RULES,
    before: 'if (name === undefined || line === undefined || stopped.isStopped(printer)) return;\n    this.#countsOf',
    after: 'if (name === undefined || line === undefined) return;\n    this.#countsOf',
  },
  {
    area: 'products without a print',
    file: RULES,
    before: "if (state === 'printed' || state === 'handed-over') this",
    after: "if (state === 'printed') this",
  },
  {
    area: 'products without a print',
    file: RULES,
    before: "if (state === 'printed' || state === 'handed-over') this",
    after: "if (state !== 'unknown') this",
  },
  {
    area: 'products without a print',
    file: RULES,
    before: 'this.#countsOf(printer).printed();',
    after: 'for (const counts of this.#counts.values()) counts.printed();',
  },
  {
    area: 'products without a print',
    file: RULES,
    before: 'const found = this.#counts.get(printer) ?? new RuleCounts();',
    after: 'const found = [...this.#counts.values()][0] ?? new RuleCounts();',
  },
  { area: 'products without a print', file: RULES, before: 'if (isBlank && counts.blankSeen()) {', after: 'if (counts.blankSeen()) {' },
  {
    area: 'one product without a print',
    file: RULES,
    before: 'if (isBlank && counts.blankSeen()) {',
    after: 'if (isBlank) {\n      counts.blankSeen();',
  },
  {
    area: 'products without a print',
    file: RULES,
    before: "limit: line.rules.productsWithoutPrint, reason: 'the reader",
    after: "limit: line.rules.failedReads, reason: 'the reader",
  },
  { area: 'products without a print', file: COUNTS, before: 'this.unprinted += products;', after: 'this.unprinted = products;' },
  {
    area: 'products without a print',
    file: COUNTS,
    before: 'this.#awaited = Math.min(MOST_AWAITED, this.#awaited + products);',
    after: '',
  },
  {
    area: 'products without a print',
    file: COUNTS,
    before: '      this.#awaited -= 1;\n      return false;',
    after: '      return false;',
  },
  { area: 'products without a print', file: COUNTS, before: 'printed(): void {\n    this.unprinted = 0;', after: 'printed(): void {' },
  { area: 'products without a print', file: COUNTS, before: '    this.unprinted += 1;\n    return true;', after: '    return true;' },
  {
    area: 'one product without a print',
    file: RULES,
    before: 'for (let product = 0; product < products; product += 1) outputs.reject(printer);',
    after: 'outputs.reject(printer);',
  },
  { area: 'one product without a print', file: RULES, before: "if (action === 'reject') for", after: "if (action === 'stop') for" },
  { area: 'one product without a print', file: RULES, before: "limit: action === 'stop' ? 1 : line.rules", after: 'limit: line.rules' },
  {
    area: 'one product without a print',
    file: RULES,
    before: "if (action !== 'automatic') return action;",
    after: "if (action === 'ignore') return action;",
  },
  { area: 'one product without a print', file: RULES, before: "if (action !== 'automatic') return action;", after: '' },
  { area: 'one product without a print', file: RULES, before: "if (outputs.hasOutput('reject', printer)) return 'reject';", after: '' },
  {
    area: 'one product without a print',
    file: RULES,
    before: "return outputs.hasOutput('line-stopped', printer) ? 'stop' : 'ignore';",
    after: "return 'ignore';",
  },
  {
    area: 'one product without a print',
    file: RULES,
    before: "return outputs.hasOutput('line-stopped', printer) ? 'stop' : 'ignore';",
    after: "return 'stop';",
  },
  {
    area: 'one product without a print',
    file: RULES,
    before: "line ?? { unprintedProduct: 'automatic' }",
    after: "line ?? { unprintedProduct: 'ignore' }",
  },
  {
    area: 'one product without a print',
    file: RULES,
    before: "const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} passed",
    after: 'const products = `${count} products in a row`;\n    const detail = `${products} passed',
  },
  {
    area: 'an unknown print',
    file: RULES,
    before: "if (name === undefined || state !== 'unknown' || !line",
    after: "if (name === undefined || state !== 'void' || !line",
  },
  {
    area: 'an unknown print',
    file: RULES,
    before: "if (name === undefined || state !== 'unknown' || !line?.rules.unknownPrint) return;",
    after: "if (name === undefined || state !== 'unknown') return;",
  },
  {
    area: 'an unknown print',
    file: RULES,
    before: "rule: 'unknown-print', printer, print: id, detail",
    after: "rule: 'unknown-print', printer, detail",
  },
  { area: 'an unknown print', file: RULES, before: "else if (event.type === 'print:settled') this.#settled(event);", after: '' },
  {
    area: 'failed reads',
    file: RULES,
    before: "counts.verified(verdict === 'verified');",
    after: "counts.verified(verdict !== 'misread');",
  },
  {
    area: 'failed reads',
    file: RULES,
    before: "counts.verified(verdict === 'verified');",
    after: "counts.verified(verdict === 'mismatch');",
  },
  { area: 'failed reads', file: RULES, before: "if (verdict === 'unmatched') return;", after: '' },
  {
    area: 'failed reads',
    file: RULES,
    before:
      "if (limit === null || count < limit) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} of",
    after:
      "if (limit === null || count > limit) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} of",
  },
  {
    area: 'failed reads',
    file: RULES,
    before:
      "if (limit === null || count < limit) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} of",
    after:
      "if (count < (limit ?? 1)) return;\n    const products = count === 1 ? 'A product' : `${count} products in a row`;\n    const detail = `${products} of",
  },
  { area: 'failed reads', file: RULES, before: 'const { unverified: count } = counts;', after: 'const { unprinted: count } = counts;' },
  { area: 'failed reads', file: RULES, before: '...(id !== undefined && { print: id }) });', after: '});' },
  {
    area: 'failed reads',
    file: RULES,
    before: 'if (name === undefined || line === undefined || stopped.isStopped(printer)) return;\n    const counts',
    after: 'if (name === undefined || line === undefined) return;\n    const counts',
  },
  {
    area: 'failed reads',
    file: COUNTS,
    before: 'this.unverified = isRight ? 0 : this.unverified + 1;',
    after: 'if (!isRight) this.unverified += 1;',
  },
  { area: 'failed reads', file: RULES, before: "else if (event.type === 'verification:result') this.#verified(event);", after: '' },
  {
    area: 'a wrong first print',
    file: RULES,
    before: 'if (name === undefined || !line?.rules.firstPrintWrong) return;',
    after: 'if (name === undefined) return;',
  },
  { area: 'a wrong first print', file: RULES, before: '.then((detail) => detail !== undefined && stops', after: '.then((detail) => stops' },
  {
    area: 'a wrong first print',
    file: RULES,
    before: "else if (event.type === 'first-print:checked') this.#lookAtFirstPrint(event.printer);",
    after: '',
  },
  { area: 'a wrong first print', file: RULES, before: '      .catch(report);', after: '      .catch(() => undefined);' },
  {
    area: 'a count that differs',
    file: RULES,
    before: 'rules.countDiffers ? printers.findCountFault(printer) : undefined',
    after: 'rules.unknownPrint ? printers.findCountFault(printer) : undefined',
  },
  {
    area: 'a count that differs',
    file: RULES,
    before: 'rules.countDiffers ? printers.findCountFault(printer) : undefined',
    after: 'printers.findCountFault(printer)',
  },
  { area: 'a count that differs', file: RULES, before: '        this.#lookAtCount(name, line, printer);\n', after: '' },
  { area: 'a count that differs', file: RULES, before: '      this.#schedule();\n      this.#look()', after: '      this.#look()' },
  {
    area: 'a count that differs',
    file: RULES,
    before: 'for (const printer of line.printers) {\n        this',
    after: 'for (const printer of line.printers.slice(0, 1)) {\n        this',
  },
  {
    area: 'stale data',
    file: RULES,
    before: 'counts.staleSeconds = isStale ? counts.staleSeconds + 1 : 0;',
    after: 'counts.staleSeconds += isStale ? 1 : 0;',
  },
  { area: 'stale data', file: RULES, before: 'const isStale = !stopped.isStopped(printer) && (await', after: 'const isStale = (await' },
  {
    area: 'stale data',
    file: RULES,
    before: 'if (count < limit) return;\n    const detail = `"${printer}" has',
    after: 'if (count <= limit) return;\n    const detail = `"${printer}" has',
  },
  {
    area: 'stale data',
    file: RULES,
    before: 'if (limit === null) return;',
    after: "if (limit === null) {\n      stops.stop(name, { rule: 'stale-data', printer, detail: '' });\n      return;\n    }",
  },
  { area: 'stale data', file: RULES, before: 'await this.#lookAtAge(name, line, printer);', after: '' },
  { area: 'stale data', file: RULES, before: 'const INTERVAL = 1_000;', after: 'const INTERVAL = 2_000;' },
  { area: 'stale data', file: RULES, before: 'if (this.#timer !== undefined) this.#options.timers.clearTimeout(this.#timer);', after: '' },
  { area: 'stale data', file: RULES, before: '    this.#unsubscribe?.();\n', after: '' },
  {
    area: 'the state of a line',
    file: RULES,
    before: 'for (const printer of printers) this.#countsOf(printer).reset();',
    after: "this.#countsOf(printers[0] ?? '').reset();",
  },
  {
    area: 'the state of a line',
    file: RULES,
    before: 'const all = [...stops.of(name), ...stopped.externalStops(printers)];',
    after: 'const all = stops.of(name);',
  },
  {
    area: 'the state of a line',
    file: RULES,
    before: 'const all = [...stops.of(name), ...stopped.externalStops(printers)];',
    after: 'const all = stopped.externalStops(printers);',
  },
  {
    area: 'the state of a line',
    file: RULES,
    before: 'return { isStopped: all.length > 0, stops',
    after: 'return { isStopped: all.length > 1, stops',
  },
  { area: 'the state of a line', file: RULES, before: 'this.#next = events.next;\n    this.#unsubscribe', after: 'this.#unsubscribe' },
  {
    area: 'the state of a line',
    file: COUNTS,
    before: "['failed-reads', this.unverified, failedReads],",
    after: "['failed-reads', this.unprinted, failedReads],",
  },
  { area: 'the state of a line', file: COUNTS, before: 'reset(): void {\n    this.unprinted = 0;', after: 'reset(): void {' },
  {
    area: 'the state of a line',
    file: COUNTS,
    before: '    this.staleSeconds = 0;\n    this.#awaited = 0;',
    after: '    this.#awaited = 0;',
  },
];
