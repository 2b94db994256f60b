import { LABEL_WIDTH, serialLabel } from '../lines.ts';
import { request } from './request.ts';

/** Three printers of each line print numbers of a counter of the plant, and one prints rows that it shares with all other lines. */
export const SERIAL_PRINTERS = ['Line 1', 'Line 2', 'Line 3'] as const;
export const ROW_PRINTER = 'Line 4';
export const COUNTER = 'Serial';
export const COUNTER_OF_PLANT = 'Case';
export const SERIAL_LABEL = 'Serial';
export const ROW_LABEL = 'Row';
/** The column of a table that is different in every row of all tables. */
export const ROW_COLUMN = 'Row';

/** The plant as a line reaches it. */
export interface PlantAddress {
  url: string;
  key: string;
  name: string;
}

/** Connects a new controller to the plant, and makes its counter and labels. */
export async function setUpLine(url: string | undefined, { url: plant, key, name }: PlantAddress): Promise<void> {
  const put = async (path: string, body: object) => {
    const answer = await request(url, `PUT ${path}`, body);
    if (!answer || answer.status >= 300) throw new Error(`${name}: PUT ${path}: ${JSON.stringify(answer)}`);
  };
  await put('settings/plant', { isEnabled: true, url: plant, key, name });
  await put(`counters/${COUNTER}`, { value: 1, width: 8 });
  await put(`counters/${COUNTER}/plant`, { counter: COUNTER_OF_PLANT });
  await put(`labels/${SERIAL_LABEL}`, serialLabel(COUNTER));
  const text = `{TABLE;${ROW_COLUMN}}`;
  const objs = [{ type: 'Text', x: 0.2, y: 0.2, text, font: { family: 'Arimo', height: 2 } }];
  await put(`labels/${ROW_LABEL}`, { format: 3, width: LABEL_WIDTH, height: 4, objs });
}

/** The table of a run, as CSV. */
export function tableOf(run: string, rows: number): string {
  return [ROW_COLUMN, ...Array.from({ length: rows }, (_, row) => cellOf(run, row)), ''].join('\n');
}

/** What is printed of a row, counted from 0. */
export function cellOf(run: string, row: number): string {
  return `${run}-${row}`;
}
