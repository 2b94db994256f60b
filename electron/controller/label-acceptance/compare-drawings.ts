import type { StoredComparison } from './comparison-store.ts';

/** The result of drawing a label: a picture, or what is wrong. */
export type DrawnLabel = Pick<StoredComparison, 'picture' | 'picture_hash' | 'fault'>;

type Compared = Pick<
  StoredComparison,
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

/** For a label that only one program version has drawn. */
export const NOT_COMPARED: Compared = {
  ...{ outcome: 'new', detail: null, is_changed: 0, is_font_replaced: 0 },
  ...{ version_before: null, picture_before: null, picture_hash_before: null, accepted: null, accepted_by: null },
};

/** Whether a change has not been accepted yet. */
export function isOpen({ outcome, accepted }: Pick<StoredComparison, 'outcome' | 'accepted'>): boolean {
  return outcome !== 'new' && outcome !== 'same' && accepted === null;
}

export interface DrawnAgain {
  drawn: DrawnLabel;
  /** Which test of the label fails now. */
  testFault: string | undefined;
  isFontReplaced: boolean;
}

/** Compares a drawing with the last accepted one. */
export function compare(last: StoredComparison, { drawn, testFault, isFontReplaced }: DrawnAgain): Compared {
  const before = lastAccepted(last);
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

/** The last accepted drawing. Changes that were not accepted do not replace it, over any number of updates. */
function lastAccepted(last: StoredComparison) {
  const { version, picture, picture_hash } = last;
  if (!isOpen(last)) return { version, picture, picture_hash, isFontReplaced: false };
  return {
    version: last.version_before ?? version,
    picture: last.is_changed === 1 ? last.picture_before : picture,
    picture_hash: last.picture_hash_before,
    isFontReplaced: last.is_font_replaced === 1,
  };
}
