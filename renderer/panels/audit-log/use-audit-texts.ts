import { useI18n } from 'vue-i18n';
import type { DesktopAction } from '#contract/station/desktop.ts';
import type { AuditRow } from './audit-row.ts';

/** The parts of a controller by the beginnings of their paths. */
const SECTIONS: Readonly<Record<string, string>> = {
  ...{ tables: 'tables', variables: 'variables', counters: 'counters', shiftCodes: 'shift-codes', fonts: 'fonts', printers: 'printers' },
  ...{
    lines: 'lines',
    readers: 'readers',
    signalDevices: 'signals',
    sparkplug: 'sparkplug',
    plant: 'plant',
    webhooks: 'webhooks',
    email: 'email',
  },
  ...{ orders: 'orders', 'order-folders': 'order-folders', backups: 'backups', keys: 'api-keys', apiKeys: 'api-keys' },
};
const AREAS: Readonly<Record<string, string>> = {
  ...{ labels: 'labels', labelAcceptance: 'labels', settings: 'settings', audit: 'audit', prints: 'prints', printBlocks: 'prints' },
};
const VERBS: Readonly<Record<string, string>> = { PUT: 'changed', PATCH: 'changed', DELETE: 'deleted', GET: 'read', POST: 'command' };

const DESKTOP_ACTIONS: readonly DesktopAction[] = ['quit', 'leaveKiosk', 'startWithSystem'];

/** What a record says, in the words of the page. */
export function useAuditTexts() {
  const { t, te } = useI18n();

  function what({ chain, operation }: AuditRow): string {
    if (operation === 'audit.removeOldest') return t('auditLog.removedOld');
    if (chain === 'station') return atStation(operation);
    if (operation === 'RETENTION') return t('auditLog.removedOld');
    if (operation.startsWith('wrong keys')) return t('auditLog.wrongKeys');
    const [, method = '', noun = ''] = /^(\w+) (?:\/api\/v3\/)?([\w-]+)/.exec(operation) ?? [];
    if (method === 'TEXT') return t('auditLog.textProtocol');
    if (method === 'SPARKPLUG') return t('sections.sparkplug');
    return t(`auditLog.verbs.${VERBS[method] ?? 'command'}`, { area: areaOf(noun) });
  }

  function atStation(operation: string): string {
    const action = DESKTOP_ACTIONS.find((one) => operation === `desktop.${one}`);
    if (action) return t(`auditLog.desktop.${action}`);
    return te(`eventLog.commands.${operation}`) ? t(`eventLog.commands.${operation}`) : operation;
  }

  function areaOf(noun: string): string {
    const section = SECTIONS[noun];
    if (section !== undefined) return t(`sections.${section}`);
    return t(`auditLog.areas.${AREAS[noun] ?? 'other'}`);
  }

  const outcome = (row: AuditRow): string =>
    row.status === undefined || row.outcome !== 'failed'
      ? t(`auditLog.outcomes.${row.outcome}`)
      : t('auditLog.refusedWith', { status: row.status });

  return { what, outcome };
}
