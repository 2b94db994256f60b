import { describe } from 'vitest';
import { openEmbedded } from '#plant/database/embedded-connections.ts';
import { archiveConformance } from './archive-conformance.ts';

describe('on the embedded database', () => archiveConformance(() => openEmbedded()));
