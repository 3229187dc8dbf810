import type { Services } from 'lectern';
import { payment, type SectionValues } from '../../settings/index.ts';

type Switch = Exclude<keyof SectionValues<typeof payment>, 'enabled'>;

/** Whether payments in general and this payment platform are enabled (specification, section 2, Settings sections). */
export async function isSwitchedOn(settings: Services['settings'], name: Switch): Promise<boolean> {
  const values = await settings.get(payment);
  return values.enabled && values[name];
}
