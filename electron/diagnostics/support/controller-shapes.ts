import type { Shape } from './allow-list.ts';

const listener = { host: 'plain', port: 'plain', names: ['plain'], certificate: 'plain' } as const satisfies Shape;

/** The settings of a controller by their paths, and what of them is in a support file. */
export const SETTINGS_SHAPES: Readonly<Record<string, Shape>> = {
  '/api/v3/settings': {
    timeZone: 'plain',
    monthEnd: 'plain',
    productionDayStart: 'plain',
    labelChangesReachRunningJobs: 'plain',
    fallbackFonts: ['plain'],
  },
  '/api/v3/settings/access': { isKeyRequired: 'plain' },
  '/api/v3/settings/approval': { approvedLabelsOnly: 'plain', printers: ['plain'] },
  '/api/v3/settings/network': {
    state: 'plain',
    settings: { ...listener, textPort: 'plain', textUnauthenticated: { port: 'plain', allowed: ['plain'] } },
  },
  '/api/v3/settings/retention': { minutes: 'plain', prints: 'plain', audit: 'plain' },
  '/api/v3/settings/plant': {
    isEnabled: 'plain',
    url: 'origin',
    isPlainTextAllowed: 'plain',
    keySet: 'plain',
    name: 'plain',
    site: 'plain',
    line: 'plain',
  },
  '/api/v3/email': {
    isEnabled: 'plain',
    host: 'plain',
    port: 'plain',
    security: 'plain',
    passwordSet: 'plain',
    rules: [{ name: 'plain', isEnabled: 'plain', kinds: ['plain'], leastPriority: 'plain', groupMinutes: 'plain' }],
  },
  '/api/v3/sparkplug': {
    isEnabled: 'plain',
    servers: [{ url: 'origin', fingerprint: 'plain' }],
    passwordSet: 'plain',
    keepAlive: 'plain',
    commands: [{ printer: 'plain', select: 'plain', trigger: 'plain', abort: 'plain' }],
  },
  '/api/v3/webhooks': [
    {
      name: 'plain',
      webhook: {
        url: 'origin',
        isEnabled: 'plain',
        kinds: ['plain'],
        printers: ['plain'],
        hasPrintRecords: 'plain',
        isPlainTextAllowed: 'plain',
        secretSet: 'plain',
      },
      state: { phase: 'plain', waiting: 'plain', delivered: 'plain', givenUp: 'plain', attempts: 'plain', lastDelivery: 'plain' },
    },
  ],
  '/api/v3/lines': [
    { name: 'plain', line: { printers: ['plain'], unprintedProduct: 'plain' }, readers: ['plain'], signalDevices: ['plain'] },
  ],
};

/** States of a controller. */
export const STATE_SHAPES: Readonly<Record<string, Shape>> = {
  '/healthz': {
    ...({ status: 'plain', id: 'plain', version: 'plain', timeZone: 'plain', clock: 'plain', isRestored: 'plain' } as const),
    ...({ isLogStuck: 'plain', isDrawingDown: 'plain', startedAt: 'plain', pid: 'plain' } as const),
    unusable: [{ kind: 'plain', name: 'plain' }],
  },
  '/api/v3/plant': { phase: 'plain', waiting: 'plain', archived: 'plain', refused: 'plain', lastSuccess: 'plain', lastFailure: 'plain' },
  '/api/v3/email/state': { phase: 'plain', waiting: 'plain', lastSent: 'plain', lastFailure: 'plain' },
  '/api/v3/sparkplug/state': { phase: 'plain', since: 'plain', history: { waiting: 'plain', most: 'plain', sent: 'plain' } },
  '/api/v3/backups': [{ name: 'plain', made: 'plain', size: 'plain', version: 'plain' }],
  '/api/v3/recovery': { recovery: { reason: 'plain', found: 'plain', dataUntil: 'plain', endedJobs: 'plain' } },
};

/** A printer with its configuration. Templates are left out: they can have the text of a label. */
export const PRINTER_SHAPE: Shape = {
  configuration: {
    engine: {
      ...({ kind: 'plain', model: 'plain', shape: 'plain', host: 'plain', port: 'plain', url: 'origin', protocol: 'plain' } as const),
      ...({ mode: 'plain', count: 'plain', format: 'plain', unit: 'plain', media: 'plain', bufferDepth: 'plain' } as const),
      ...({ fingerprint: 'plain', passwordSet: 'plain' } as const),
    },
    ...({ type: 'plain', color: 'plain', dpi: 'plain', vdpi: 'plain', physicalWidth: 'plain', height: 'plain' } as const),
    ...({ sliceHeight: 'plain', rotation: 'plain', mirrored: 'plain', printDelay: 'plain', lineSpeed: 'plain' } as const),
    productDetector: 'plain',
  },
  enabled: 'plain',
  proof: 'plain',
  device: { model: 'plain', serial: 'plain', firmware: 'plain', since: 'plain' },
};

/** The status of a printer: errors by their codes, since their texts can have values of prints. */
export const STATUS_SHAPE: Shape = {
  ...({ state: 'plain', ragStatus: 'plain' } as const),
  errorDetails: [{ code: 'plain' }],
  warningDetails: [{ code: 'plain' }],
  job: { printed: 'plain', started: 'plain', copies: 'plain' },
};

/** How other computers reach page and controller, in `strobe.json`. The paths of certificates are left out. */
export const STROBE_FILE_SHAPE: Shape = {
  page: listener,
  controller: { ...listener, textPort: 'plain', textUnauthenticated: { port: 'plain', allowed: ['plain'] } },
};
