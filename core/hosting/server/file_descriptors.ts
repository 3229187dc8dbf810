import { readFileSync } from 'node:fs';
import type { ConnectionAdmission } from './connection_admission.ts';

/** File descriptors kept for everything but connections of clients: database, log, modules. */
const OTHERS = 128;

/** Limit of open files of this process; undefined if unlimited or unknown. */
function openFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

/**
 * Lowers a higher `maxConnections` to the limit of open files minus 128, and logs a warning. Beyond the limit of open
 * files, connections would be closed without an answer.
 */
export function fittingLimits<T extends { readonly maxConnections: number }>(
  limits: T,
  admission: Pick<ConnectionAdmission, 'warn'>,
): T {
  const files = openFileLimit();
  if (files === undefined || limits.maxConnections <= files - OTHERS) return limits;
  const maxConnections = Math.max(1, files - OTHERS);
  const fix = `raise the limit (ulimit -n, LimitNOFILE=) to ${limits.maxConnections + OTHERS}, or lower http.maxConnections`;
  admission.warn(`This process may open ${files} files, so it serves ${maxConnections} connections at a time; ${fix}.`);
  return { ...limits, maxConnections };
}
