import { expect, it } from 'vitest';
import { takeSequences } from '../../../../faults/model/sequences.ts';

it('D14 queues, prints and serials of random sequences are those of a plain model', async () => {
  await expect(takeSequences({ sequences: 25, seed: 4 }, () => undefined)).resolves.toMatchObject({ sequences: 25 });
}, 60_000);
