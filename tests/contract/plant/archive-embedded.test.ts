import { describe } from 'vitest';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { archiveConformance } from './archive-conformance.ts';
import { libraryConformance } from './library-conformance.ts';
import { rowLeases } from './row-leases.ts';
import { serialLeases } from './serial-leases.ts';

describe('on the embedded database', () => {
  archiveConformance(() => openEmbedded());
  serialLeases(() => openEmbedded());
  rowLeases(() => openEmbedded());
  libraryConformance(() => openEmbedded());
});
