import type { Health } from '#contract/api-v3/health.ts';
import type { Connection as ConnectionView } from '#contract/station/connections.ts';

type Present = 'isLogStuck' | 'isDrawingDown' | 'unusable' | 'startedAt';
type HealthFields = Pick<ConnectionView, 'safeMode' | 'version' | 'timeZone' | 'clock' | 'isRestored' | Present>;

/** The fields of a connection that come from the controller's health; defaults for a controller without Strobe's extensions. */
export function healthFields(health: Health | undefined): HealthFields {
  return {
    safeMode: health?.status === 'safe-mode',
    version: health?.version ?? null,
    timeZone: health?.timeZone ?? null,
    clock: health?.clock ?? null,
    isRestored: health?.isRestored ?? false,
    ...presentFields(health),
  };
}

/** Fields that are left out without a value. */
function presentFields({ isLogStuck, isDrawingDown, unusable, startedAt }: Partial<Health> = {}): Pick<HealthFields, Present> {
  return {
    ...(isLogStuck && { isLogStuck }),
    ...(isDrawingDown && { isDrawingDown }),
    ...(unusable && { unusable }),
    ...(startedAt !== undefined && { startedAt }),
  };
}

/** Whether a connection shows the same for both. */
export function isSameHealth(before: Health | undefined, now: Health | undefined): boolean {
  const essence = (health: Health | undefined): string => JSON.stringify([health?.id, healthFields(health)]);
  return essence(before) === essence(now);
}
