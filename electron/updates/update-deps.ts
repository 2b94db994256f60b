import type { UpdateStage } from '#contract/updates/update-state.ts';
import type { Log } from '#process/log.ts';
import type { ControllerClient } from './controller-client.ts';
import type { InstalledSystem } from './installed-system.ts';
import type { UpdateFolders } from './update-folders.ts';
import type { UpdateRecord } from './update-record.ts';

/** How long things may take, in milliseconds, and what has to remain free on the disk, in bytes. */
export interface UpdateLimits {
  /** Until the new version is ready. */
  ready: number;
  /** Until it has drawn every label. */
  labels: number;
  /** Between two looks. */
  poll: number;
  /** Bytes for the programs that run meanwhile. */
  spareBytes: number;
  /** Bytes that are kept free for the way back. */
  reserveBytes: number;
}

export const UPDATE_LIMITS: UpdateLimits = {
  ...{ ready: 60_000, labels: 1_800_000, poll: 1_000 },
  ...{ spareBytes: 268_435_456, reserveBytes: 67_108_864 },
};

export interface UpdateDeps {
  folders: UpdateFolders;
  system: InstalledSystem;
  controller: Pick<ControllerClient, 'report' | 'printersWithJob'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
  limits: UpdateLimits;
  log: Log;
}

/** What follows after a step. */
export interface StepResult {
  stage: UpdateStage;
  changes?: Partial<UpdateRecord>;
}
