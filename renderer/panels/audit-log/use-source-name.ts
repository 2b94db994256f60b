import { useI18n } from 'vue-i18n';
import { useConnectionsStore } from '../../stores/connections.ts';
import { STATION_SOURCE } from './audit-filter.ts';

/** The name of the station or controller whose log is shown. */
export function useSourceName(): (source: string) => string {
  const { t } = useI18n();
  const connections = useConnectionsStore();
  return (source) =>
    source === STATION_SOURCE
      ? t('auditLog.thisStation')
      : t('auditLog.ofController', { name: connections.findConnection(source)?.name ?? source });
}
