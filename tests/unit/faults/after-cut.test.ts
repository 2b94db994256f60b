import { describe, expect, it } from 'vitest';
import { lookAfterCut } from '../../faults/power/after-cut.ts';
import { Promises } from '../../faults/power/promises.ts';

const HASH = 'ab'.repeat(32);

describe('a look after a power cut', () => {
  it('finds nothing wrong where nothing was promised', async () => {
    expect(await lookAfterCut(new Map(), new Promises())).toEqual({ lost: [], faults: [] });
  });

  it('B1 misses a print that was acknowledged and is gone', async () => {
    const promises = new Promises();
    promises.hear({ act: 'say', text: `print 1 sent ${HASH}\n` });
    expect((await lookAfterCut(new Map(), promises)).lost).toEqual(['print 1 was sent, but is missing']);
  });

  it('B1 misses a print that is on a product', async () => {
    const promises = new Promises();
    promises.hear({ act: 'create', path: 'marks/1/marks.log', file: 3 });
    promises.hear({ act: 'write', file: 3, offset: 0, bytes: Buffer.from(`1 1 ${HASH}\n`) });
    expect((await lookAfterCut(new Map(), promises)).faults).toEqual(['print 1 is on a product, but its state in the ledger is missing']);
  });

  it('B2 sees a file that is torn', async () => {
    const { faults } = await lookAfterCut(new Map([['marks/1/device.json', Buffer.from('{"marks":')]]), new Promises());
    expect(faults).toEqual([expect.stringMatching(/^marks\/1\/device.json is incomplete: /)]);
  });

  it('B7 says when the database cannot be opened', async () => {
    const { faults } = await lookAfterCut(new Map([['controller.db', Buffer.from('no database at all')]]), new Promises());
    expect(faults).toEqual([expect.stringContaining('cannot be opened')]);
  });
});
