import type { IconName } from './icons.ts';

/** A command of a menu. `keys` are the keys that do the same, as a person reads them. */
export interface MenuItem {
  value: string;
  label: string;
  icon: IconName;
  keys?: string | undefined;
  isDisabled?: boolean | undefined;
}
