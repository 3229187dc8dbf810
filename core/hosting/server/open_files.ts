import { readFileSync } from 'node:fs';
import type { ConnectionAdmission } from './connection_admission.ts';

/** Files that a process needs besides the connections of its clients: its database's, its log, its modules. */
const OTHERS = 128;

/** How many files this process may have open, or undefined where the system does not say. */
function openFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/** The limits, with no more connections than the process may have files: the system closes the rest without a word. */
export function fittingLimits<T extends { readonly maxConnections: number }>(
  limits: T,
  admission: Pick<ConnectionAdmission, 'warn'>,
): T {
  const files = openFileLimit();
  if (files === undefined || limits.maxConnections <= files - OTHERS) return limits;
  const maxConnections = Math.max(1, files - OTHERS);
  const mend = `raise the limit (ulimit -n, LimitNOFILE=) to ${limits.maxConnections + OTHERS}, or lower http.maxConnections`;
  admission.warn(
    `This process may open ${files} files, so it serves ${maxConnections} connections at a time; ${mend}.`,
  );
  return { ...limits, maxConnections };
}
