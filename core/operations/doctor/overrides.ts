import { overrideStates, type Kernel, type OverrideState } from 'lectern/host';
import { problem, warning, type Finding } from './finding.ts';

const accept = 'lectern doctor --accept';

/** Overrides whose original has changed, or whose manifest does not record the original. */
export function examineOverrides(kernel: Kernel): Finding[] {
  return overrideStates(kernel).flatMap(findingOf);
}

function findingOf({ state, file, operation, original, changes }: OverrideState): Finding[] {
  const of = `${operation} of ${original}`;
  switch (state) {
    case 'changed': {
      const fix = `Check whether the override still fits, then: ${accept}`;
      return [{ ...problem(file, `It overrides ${of}, which has changed.`, fix), details: changes }];
    }
    case 'gone':
      return [problem(file, `It overrode ${of}, which is gone.`, `Delete the override or move it, then: ${accept}`)];
    case 'unrecorded':
      return [warning(file, `It overrides ${of}, which is not recorded.`, `Record it: ${accept}`)];
    case 'left':
      return [warning(file, `It records an override of ${of}, which no longer exists.`, `Remove it: ${accept}`)];
    case 'unreadable':
      return [problem(file, changes.join('; '))];
    default:
      return [];
  }
}
