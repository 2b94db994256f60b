import { expect, it } from 'vitest';
import type { PrintOrder, PrintOrderState } from '#contract/api-v3/order.ts';
import { folderOfForm, formOfFolder } from '#renderer/panels/order/folder-form.ts';
import { inTurn } from '#renderer/panels/order/use-orders.ts';

const FOLDER = {
  ...{ name: 'ERP', path: '/srv/orders', isEnabled: false, interval: 5, state: 'off' as const, since: '', waiting: 0 },
  defaults: { printers: ['Line 1', 'Line 2'], labelName: 'Milk', start: 'queue' as const, tableName: 'Products' },
};

it('a folder that is read and saved again stays the same, with defaults that the form does not show', () => {
  const { path, isEnabled, interval, defaults } = FOLDER;
  expect(folderOfForm(formOfFolder(FOLDER), FOLDER)).toEqual({ path, isEnabled, interval, defaults });
});

it('a new folder has no defaults that were not entered', () => {
  const form = { ...formOfFolder(undefined), path: ' /srv/orders ', printers: ' , ' };
  expect(folderOfForm(form, undefined)).toEqual({ path: '/srv/orders', isEnabled: true, interval: 2, defaults: { start: 'automatic' } });
});

it('a default that was emptied is removed', () => {
  const form = { ...formOfFolder(FOLDER), printers: 'Line 3', labelName: '' };
  expect(folderOfForm(form, FOLDER).defaults).toEqual({ printers: ['Line 3'], start: 'queue', tableName: 'Products' });
});

it('orders in progress are listed as they are printed', () => {
  const order = (id: string, state: PrintOrderState) => ({ id, state }) as PrintOrder;
  const newestFirst = [
    order('6', 'open'),
    order('5', 'queued'),
    order('4', 'running'),
    order('3', 'open'),
    order('2', 'interrupted'),
    order('1', 'queued'),
  ];
  expect(inTurn(newestFirst).map(({ id }) => id)).toEqual(['4', '2', '1', '5', '3', '6']);
});
