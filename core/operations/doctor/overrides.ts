import { overrideStates, type Kernel, type OverrideState } from '../../hosting/internals.ts';
import { problem, warning, type DoctorFinding } from './finding.ts';

const accept = 'lectern doctor --accept';

/**
 * Findings on overrides: originals that have changed or are gone, and records in `overrides.json` that are missing, left
 * over or unreadable.
 */
export function examineOverrides(kernel: Kernel): DoctorFinding[] {
  return overrideStates(kernel).flatMap(findingOf);
}

function findingOf({ state, file, operation, original, changes }: OverrideState): DoctorFinding[] {
  const of = `${operation} of ${original}`;
  switch (state) {
    case 'changed': {
      const fix = `Check whether the override still fits, then run: ${accept}`;
      return [{ ...problem(file, `This file overrides ${of}, which has changed.`, fix), details: changes }];
    }
    case 'gone':
      return [
        problem(
          file,
          `This file overrode ${of}, which is gone.`,
          `Delete the override or move it, then run: ${accept}`,
        ),
      ];
    case 'unrecorded':
      return [
        warning(file, `This file overrides ${of}, which is not recorded.`, `Record the override with: ${accept}`),
      ];
    case 'left':
      return [
        warning(
          file,
          `This file records an override of ${of}, which no longer exists.`,
          `Remove the record with: ${accept}`,
        ),
      ];
    case 'unreadable':
      return [problem(file, changes.join('; '))];
    default:
      return [];
  }
}
