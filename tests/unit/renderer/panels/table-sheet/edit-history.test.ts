import { describe, expect, it } from 'vitest';
import { editHistory, type Direction } from '#renderer/panels/table-sheet/edit-history.ts';
import { reversed, type TableEdit } from '#renderer/domain/tables/table-edit.ts';

const cell = (row: number): TableEdit => ({ kind: 'cell', row, column: 'Name', was: '', value: 'x', rowsVersion: '1' });
const DELETED: TableEdit = { kind: 'deleteRows', at: 3, count: 1, rows: [['1', 'Milk']], rowsVersion: '1' };

function remembering(...steps: [TableEdit, Direction, string?][]) {
  const history = editHistory();
  for (const [edit, direction, rowsVersion] of steps) history.remember({ edit, direction, rowsVersion });
  return history;
}

describe('the history of edits', () => {
  it('is limited to 500 steps', () => {
    const { undoable } = remembering(...Array.from({ length: 501 }, (_, row): [TableEdit, Direction] => [cell(row), 'edit']));
    expect([undoable.value.length, undoable.value[0]]).toEqual([500, cell(1)]);
  });

  it('moves earlier steps to the version of the rows after an edit that changes their numbers', () => {
    const { undoable } = remembering([cell(5), 'edit'], [DELETED, 'edit', '2']);
    expect(undoable.value).toEqual([
      { ...cell(5), rowsVersion: '2' },
      { ...DELETED, rowsVersion: '2' },
    ]);
  });

  it('leaves steps of rows that another client has replaced, so that they are refused', () => {
    const { undoable } = remembering([cell(5), 'edit'], [{ ...DELETED, rowsVersion: '7' }, 'edit', '8']);
    expect(undoable.value.map(({ rowsVersion }) => rowsVersion)).toEqual(['1', '8']);
  });

  it('redoes an undone deletion with the rows that were deleted', () => {
    const back = reversed(DELETED) as TableEdit;
    const { undoable, redoable } = remembering([DELETED, 'edit', '2'], [{ ...back, rowsVersion: '2' }, 'undo', '3']);
    expect([undoable.value, redoable.value]).toEqual([[], [{ ...DELETED, rowsVersion: '3' }]]);
  });

  it('ends at a column whose cells are too many to be read', () => {
    const column: TableEdit = { kind: 'deleteColumn', name: 'Name', at: 1, cells: undefined, rowsVersion: '1' };
    expect(remembering([cell(5), 'edit'], [column, 'edit', '2']).undoable.value).toEqual([]);
  });
});
