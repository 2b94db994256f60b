import { computed, type ComputedRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { useConnectionsStore } from '../../stores/connections.ts';

/** The caption of pictures that the station draws, because the controller provides none; undefined for other controllers. */
export function useDrawnHere(connection: () => string): ComputedRef<string | undefined> {
  const { t } = useI18n();
  const connections = useConnectionsStore();
  return computed(() => (connections.findConnection(connection())?.hasExtensions === false ? t('ui.labelPicture.drawnHere') : undefined));
}
