import { createKernel, type Kernel } from 'lectern';

/** The kernel for a command: standard output belongs to what the command prints, so only errors are logged, elsewhere. */
export function quietKernel(root: string): Promise<Kernel> {
  return createKernel({ root, config: { log: { level: 'error' } }, logTo: process.stderr });
}
