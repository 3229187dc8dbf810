import { constants, fstatSync, openSync } from 'node:fs';
import { Socket } from 'node:net';

/** Held, because one that nobody holds closes what it was opened with. */
const held: Socket[] = [];

/**
 * A file descriptor for the same pipe or socket that writing to never waits for the reader; where there is no room,
 * `EAGAIN` is thrown. Files and terminals are what they are.
 */
export function withoutWaiting(fd: number): number {
  const kind = kindOf(fd);
  if (kind === undefined) return fd;
  return (kind === 'pipe' ? openedAnew(fd) : undefined) ?? switched(fd);
}

function kindOf(fd: number): 'pipe' | 'socket' | undefined {
  try {
    const stats = fstatSync(fd);
    return stats.isFIFO() ? 'pipe' : stats.isSocket() ? 'socket' : undefined;
  } catch {
    // It is closed, which whoever writes to it will see.
    return undefined;
  }
}

/** Its own opening, so that whoever else holds the pipe goes on as before. Linux alone can do that. */
function openedAnew(fd: number): number | undefined {
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

/** A socket cannot be opened a second time: Node switches the one there is when it takes it over. */
function switched(fd: number): number {
  try {
    held.push(new Socket({ fd, readable: false, writable: true }).on('error', () => undefined).unref());
  } catch {
    // Node cannot take it over; it is written to as it is.
  }
  return fd;
}
