import { describe, expect, it } from 'vitest';
import { OrderFileRefusal, readOrderFile } from '#controller/orders/folders/read-order-file.ts';

const DEFAULTS = { labelName: 'Milk', printers: ['Line 1'] };
const read = (file: string, text: string, defaults: object = DEFAULTS) => readOrderFile(file, Buffer.from(text), defaults);
const short = (file: string, text: string) =>
  read(file, text).map(({ id, order: { quantity, printers, variables, labelName }, place }) => ({
    ...{ id, quantity, printers, labelName, place },
    variables: { ...variables },
  }));

function refusal(file: string, text: string): OrderFileRefusal {
  try {
    read(file, text);
  } catch (error) {
    if (error instanceof OrderFileRefusal) return error;
    throw error;
  }
  throw new Error('the file was not refused');
}

describe('a JSON file', () => {
  it('has one order with the name of the file, or with an id of its own', () => {
    const common = { quantity: 5, printers: ['Line 1'], labelName: 'Milk', variables: {} };
    expect(short('A 100.json', '{"quantity":5}')).toEqual([{ id: 'A 100', ...common, place: { order: 1 } }]);
    expect(short('A 100.JSON', '\uFEFF{"id":"4711","quantity":5}')).toEqual([{ id: '4711', ...common, place: { order: 1 } }]);
  });

  it('has several orders, numbered in its name', () => {
    const orders = short('day.json', '[{"quantity":1},{"quantity":2,"printers":["Line 2"],"labelName":"Cream"}]');
    expect(orders).toMatchObject([
      { id: 'day-1', quantity: 1, labelName: 'Milk', printers: ['Line 1'] },
      { id: 'day-2', quantity: 2, labelName: 'Cream', printers: ['Line 2'] },
    ]);
  });

  it('names variables in the normalised form in which they are stored', () => {
    const [order] = short('a.json', JSON.stringify({ quantity: 1, variables: { ['Gro\u0308\u00dfe']: 'x' } }));
    expect(Object.keys(order!.variables)).toEqual(['Gr\u00f6\u00dfe']);
  });
});

describe('a CSV file', () => {
  it('has a header with fields and variables in any order and case, and a delimiter of any usual kind', () => {
    const expected = [
      {
        id: 'A1',
        quantity: 100,
        printers: ['Line 1', 'Line 2'],
        labelName: 'Milk',
        variables: { Batch: 'L42' },
        place: { line: 2, order: 1 },
      },
      { id: 'A2', quantity: 7, printers: ['Line 1'], labelName: 'Milk', variables: {}, place: { line: 4, order: 2 } },
    ];
    const file = (delimiter: string, printers: string) =>
      [['ID', 'Quantity', 'printers', 'Variables.Batch'], ['A1', '100', printers, 'L42'], [], ['A2', '7', '', '']]
        .map((cells) => cells.join(delimiter))
        .join('\r\n');
    expect(short('orders.csv', file(',', 'Line 1|Line 2'))).toEqual(expected);
    expect(short('orders.csv', file(';', 'Line 1|Line 2'))).toEqual(expected);
    expect(short('orders.csv', file('\t', 'Line 1; Line 2'))).toEqual(expected);
  });

  it('counts the lines of quoted cells', () => {
    const [, second] = short('orders.csv', 'quantity,description\n1,"two\nlines"\n2,x\n');
    expect(second).toMatchObject({ id: 'orders-2', quantity: 2, place: { line: 4, order: 2 } });
  });
});

describe('a file is refused', () => {
  it.each([
    ['a.xml', '<order/>', 'Only .json and .csv files can have orders.'],
    ['a.json', '', 'The file is empty.'],
    ['a.json', '[]', 'The file has no order.'],
    ['a.json', '{"quantity":5', /^The file is not valid JSON: .*column/],
    ['a.json', '"quantity"', 'No order of the file was taken. Order 1: is no order.'],
    ['a.json', '{}', 'No order of the file was taken. Order 1, /quantity: is required without a range of rows.'],
    ['a.json', '{"quantity":5,"amount":6}', /Order 1, \/amount: is not known here/],
    ['a.json', '{"quantity":5,"id":""}', /Order 1, \/id: a name has 1 to 255 characters/],
    ['a.csv', 'quantity', 'The file has no order.'],
    ['a.csv', 'quantity,amount\n1,2', 'Unknown columns: "amount".'],
    ['a.csv', 'quantity,Quantity\n1,2', 'The column "quantity" exists more than once.'],
    ['a.csv', 'quantity\n1,2', 'Line 2 has more cells than the header.'],
    ['a.csv', 'quantity\n"1', 'Line 2 of the file starts a quoted cell that is never closed.'],
    ['a.csv', 'quantity\n1\nmany', /^No order of the file was taken\. Line 3, \/quantity: must be a number/],
    ['a.csv', 'id,quantity\nA,1\nA,2', /Line 3, \/id: the file has more than one order "A"/],
    ['a.json', JSON.stringify(Array.from({ length: 1_001 }, () => ({}))), 'A file may have at most 1000 orders.'],
  ])('with the reason: %s %s', (file, text, reason) => {
    expect(refusal(file, text).message).toMatch(reason);
  });

  it('when it is not UTF-8', () => {
    expect(() => readOrderFile('a.csv', Buffer.from([0x71, 0xff]), {})).toThrow('The file is not UTF-8.');
  });

  it('with the faults of all its orders', () => {
    const { message, errors } = refusal('a.json', '[{"quantity":0},{"quantity":1},{"quantity":"x","start":"now"}]');
    expect(errors.map(({ order, pointer }) => [order, pointer])).toEqual([
      [1, '/quantity'],
      [3, '/quantity'],
      [3, '/start'],
    ]);
    expect(message).toMatch(/2 more faults/);
  });
});
