import type { StoredProof } from './label-proof-store.ts';

/** What came of drawing a label: a picture, or what is wrong. */
export type DrawnLabel = Pick<StoredProof, 'picture' | 'picture_hash' | 'fault'>;

type Compared = Pick<
  StoredProof,
  | 'outcome'
  | 'detail'
  | 'is_changed'
  | 'is_font_replaced'
  | 'version_before'
  | 'picture_before'
  | 'picture_hash_before'
  | 'accepted'
  | 'accepted_by'
>;

/** Of a label that only one program has drawn. */
export const NOT_COMPARED: Compared = {
  ...{ outcome: 'new', detail: null, is_changed: 0, is_font_replaced: 0 },
  ...{ version_before: null, picture_before: null, picture_hash_before: null, accepted: null, accepted_by: null },
};

/** Whether nobody has accepted yet what changed. */
export function isOpen({ outcome, accepted }: Pick<StoredProof, 'outcome' | 'accepted'>): boolean {
  return outcome !== 'new' && outcome !== 'same' && accepted === null;
}

export interface DrawnAgain {
  drawn: DrawnLabel;
  /** Which test of the label fails now. */
  testFault: string | undefined;
  isFontReplaced: boolean;
}

/** Holds a drawing against the last one that a person was content with. */
export function compare(known: StoredProof, { drawn, testFault, isFontReplaced }: DrawnAgain): Compared {
  const before = lastAccepted(known);
  const isChanged = before.picture_hash !== drawn.picture_hash;
  return {
    ...verdict({ isChanged, fault: drawn.fault, testFault }),
    is_changed: Number(isChanged),
    is_font_replaced: Number(isFontReplaced || before.isFontReplaced),
    version_before: before.version,
    picture_hash_before: before.picture_hash,
    picture_before: isChanged ? before.picture : null,
    accepted: null,
    accepted_by: null,
  };
}

function verdict({ isChanged, fault, testFault }: { isChanged: boolean; fault: string | null; testFault: string | undefined }) {
  if (isChanged && fault !== null) return { outcome: 'not-drawn', detail: fault } as const;
  if (testFault !== undefined) return { outcome: 'test-failed', detail: testFault } as const;
  return { outcome: isChanged ? 'changed' : 'same', detail: null } as const;
}

/** What changed and was not accepted leaves the drawing before it the one that counts, over any number of updates. */
function lastAccepted(known: StoredProof) {
  const { version, picture, picture_hash } = known;
  if (!isOpen(known)) return { version, picture, picture_hash, isFontReplaced: false };
  return {
    version: known.version_before ?? version,
    picture: known.is_changed === 1 ? known.picture_before : picture,
    picture_hash: known.picture_hash_before,
    isFontReplaced: known.is_font_replaced === 1,
  };
}
