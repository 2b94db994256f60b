import { describe, expect, it } from 'vitest';
import { Variables } from '#controller/variables/variables.ts';
import { openControllerDatabase } from '#storage/database/controller-database.ts';

const LOT = { value: 'L-7', description: 'Lot number', userEdit: true, pinned: true, prompt: { type: 'text', mask: 'A-9' } } as const;

describe('Variables', () => {
  it('returns a variable as it was put', async () => {
    const { variables } = newVariables();
    await variables.put('Lot', LOT);
    expect(await variables.get('Lot')).toEqual(LOT);
  });

  it('replaces a variable as a whole', async () => {
    const { variables } = newVariables();
    const bare = { value: 'L-8', description: '', userEdit: false, pinned: false };
    expect([await variables.put('Lot', LOT), await variables.put('Lot', bare)]).toEqual(['created', 'replaced']);
    expect(await variables.get('Lot')).toEqual(bare);
  });

  it('lists variables by name', async () => {
    const { variables } = newVariables();
    await variables.put('Lot', LOT);
    await variables.put('Line', { ...LOT, value: '2' });
    expect(await variables.list()).toEqual([
      { name: 'Line', value: '2' },
      { name: 'Lot', value: 'L-7' },
    ]);
  });

  it.each([
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '../../etc/passwd',
    'CON',
    'a/b\\c',
    'Lot ',
    'lot',
    '🏭',
    "'; DROP TABLE variables; --",
    'x'.repeat(255),
  ])('E14 E16 accepts the name %j', async (name) => {
    const { variables } = newVariables();
    await variables.put('Lot', LOT);
    await variables.put(name, { ...LOT, value: name });
    expect([await variables.get(name), await variables.get('Lot'), await variables.values([name])]).toEqual([
      { ...LOT, value: name },
      LOT,
      new Map([[name, name]]),
    ]);
  });

  it('returns the values of many variables', async () => {
    const { variables } = newVariables();
    await variables.put('Lot', LOT);
    await variables.put('Line', { ...LOT, value: '2' });
    expect(await variables.values(['Line', 'Lot', 'Lot'])).toEqual(
      new Map([
        ['Line', '2'],
        ['Lot', 'L-7'],
      ]),
    );
  });

  it('returns no values when none are requested', async () => {
    expect(await newVariables().variables.values([])).toEqual(new Map());
  });

  it.each([
    ['get', (variables: Variables) => variables.get('None')],
    ['remove', (variables: Variables) => variables.remove('None')],
  ])('%s names the variable that is missing', async (_, ask) => {
    const { variables } = newVariables();
    await variables.put('Lot', LOT);
    await expect(ask(variables)).rejects.toMatchObject({
      slug: 'not-found',
      context: { detail: 'There is no variable "None".', instance: '/api/v3/variables/None' },
    });
  });

  it('returns the values of the existing variables', async () => {
    const { variables } = newVariables();
    await variables.put('Lot', LOT);
    expect(await variables.values(['Lot', 'None'])).toEqual(new Map([['Lot', LOT.value]]));
  });

  it('removes a variable', async () => {
    const { variables } = newVariables();
    await variables.put('Lot', LOT);
    await variables.remove('Lot');
    expect(await variables.list()).toEqual([]);
  });

  it("reads and writes within the caller's transaction", async () => {
    const { variables, db } = newVariables();
    await variables.put('Lot', LOT);
    const undone = db.transaction().execute(async (trx) => {
      await variables.put('Lot', { ...LOT, value: 'L-8' }, trx);
      expect(await variables.values(['Lot'], trx)).toEqual(new Map([['Lot', 'L-8']]));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await variables.get('Lot')).toEqual(LOT);
  });
});

function newVariables() {
  const db = openControllerDatabase(':memory:');
  return { db, variables: new Variables({ db }) };
}
