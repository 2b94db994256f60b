import { describe, expect, it } from 'vitest';
import type { InkStatus, PrinterStatus } from '#contract/api-v3/printer.ts';
import { printerReadings } from '#controller/sparkplug/printer-readings.ts';

const supply = (more: Partial<InkStatus> = {}): InkStatus => ({
  ...{ state: 'STARTED', ragStatus: 'GREEN', level: 'OK', errors: [], warnings: [] },
  ...more,
});
const status = (more: Partial<PrinterStatus> = {}): PrinterStatus => ({
  ...{ state: 'STARTED', ragStatus: 'GREEN', errors: [], ink: [supply()], job: null, queue: 0 },
  ...more,
});

function alarmsOf(printer: PrinterStatus): unknown {
  const counters = { triggers: 0, triggerBounces: 0, printedLabels: 0 };
  const facts = { status: printer, counters, missed: 0, unknown: 0, printsPerMinute: 0 };
  return printerReadings(facts, undefined, '').find(({ name }) => name === 'Printer/Alarms');
}
const columns = ['severity', 'supply', 'code', 'parameters', 'text'].map((name) => ({ name, type: 'String' }));

describe('the alarms of a printer as a metric', () => {
  it('have no rows while there are none', () => {
    expect(alarmsOf(status())).toEqual({ name: 'Printer/Alarms', type: 'DataSet', value: { columns, rows: [] } });
  });

  it('have the code, the parameters and the text of each error, then those of the ink supplies, by name or number', () => {
    const detail = (code: string, parameters = {}) => ({ code, parameters, text: `Text of ${code}` });
    const printer = status({
      errorDetails: [detail('no-connection', { address: '192.168.0.40:9100' }), detail('cover-open')],
      ink: [
        supply({ supply: 'Black', errorDetails: [detail('ink-empty')] }),
        supply({ warningDetails: [detail('ink-low', { percent: 9 })] }),
      ],
    });
    expect(alarmsOf(printer)).toMatchObject({
      value: {
        rows: [
          ['error', '', 'no-connection', '{"address":"192.168.0.40:9100"}', 'Text of no-connection'],
          ['error', '', 'cover-open', '{}', 'Text of cover-open'],
          ['error', 'Black', 'ink-empty', '{}', 'Text of ink-empty'],
          ['warning', '2', 'ink-low', '{"percent":9}', 'Text of ink-low'],
        ],
      },
    });
  });
});
