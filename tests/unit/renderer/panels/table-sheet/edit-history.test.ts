import { describe, expect, it } from 'vitest';
import { editHistory } from '#renderer/panels/table-sheet/edit-history.ts';

describe('the history of edits', () => {
  it('is limited to 500 steps', () => {
    const history = editHistory();
    for (let row = 0; row < 501; row += 1) history.remember({ row, column: 'Name', was: '', value: 'x', rowsVersion: '1' }, 'edit');
    expect([history.undoable.value.length, history.undoable.value[0]?.row]).toEqual([500, 1]);
  });
});
