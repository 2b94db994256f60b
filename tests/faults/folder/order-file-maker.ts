import type { Random } from '#support/random.ts';

/** A file for a watched folder, and what has to become of it. */
export interface MadeFile {
  name: string;
  text: string;
  /** The ids of its orders; empty for a file that is refused. */
  orders: string[];
  /** The reason of its refusal; undefined for one that is accepted. */
  reason: RegExp | undefined;
}

/** The label that accepted orders print. */
export const LABEL = 'Plain';
export const PRINTER = 'Line 1';

/** One in this many files is refused. */
const REFUSED = 8;

const fields = { labelName: LABEL, printers: [PRINTER], quantity: 3, start: 'operator' };

const WRONG: readonly ((name: string) => Pick<MadeFile, 'name' | 'text'> & { reason: RegExp })[] = [
  (name) => ({ name: `${name}.json`, text: '{"quantity":', reason: /not valid JSON/ }),
  (name) => ({ name: `${name}.json`, text: JSON.stringify({ ...fields, labelName: 'None' }), reason: /There is no label "None"/ }),
  (name) => ({
    name: `${name}.json`,
    text: JSON.stringify([fields, { ...fields, quantity: 0 }]),
    reason: /Order 2, \/quantity: must be at least 1/,
  }),
  (name) => ({ name: `${name}.csv`, text: 'id,quantity\n"x', reason: /never closed/ }),
  (name) => ({ name: `${name}.csv`, text: `id,amount\nx,1\n`, reason: /Unknown columns: "amount"/ }),
  (name) => ({ name: `${name}.xml`, text: '<order/>', reason: /Only \.json and \.csv/ }),
];

/** Makes the file with this number: JSON or CSV with one to three orders, or one that is refused. */
export function makeFile(number: number, random: Random): MadeFile {
  const name = `file-${number}`;
  if (random.whole(1, REFUSED) === 1) return { ...random.pick(WRONG)(name), orders: [] };
  const orders = Array.from({ length: random.whole(1, 3) }, (_, index) => `order-${number}-${index}`);
  if (random.whole(1, 2) === 1) {
    return { name: `${name}.json`, text: JSON.stringify(orders.map((id) => ({ id, ...fields }))), orders, reason: undefined };
  }
  const rows = orders.map((id) => `${id};3;${LABEL};${PRINTER};operator\r\n`);
  return { name: `${name}.csv`, text: ['id;quantity;labelName;printers;start\r\n', ...rows].join(''), orders, reason: undefined };
}
