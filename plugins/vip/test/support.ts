import type { Platform } from '../../../test/support/platform.ts';

/** Does something while the platform takes it to be `time`. */
export async function at<T>({ kernel }: Platform, time: Date, work: () => Promise<T>): Promise<T> {
  const { clock } = kernel.services;
  const now = clock.now.bind(clock);
  clock.now = () => time;
  try {
    return await work();
  } finally {
    clock.now = now;
  }
}
