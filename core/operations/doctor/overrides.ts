import { overrideStates, type Kernel, type OverrideState } from '../../hosting/internals.ts';
import { problem, warning, type DoctorFinding } from './finding.ts';

/** What the state of an override says about the overridden operation, and the fix. */
const findings = {
  changed: [problem, 'overrides', 'which has changed', 'Check whether the override still fits, then run'],
  gone: [problem, 'overrode', 'which is gone', 'Delete the override or move it, then run'],
  unrecorded: [warning, 'overrides', 'which is not recorded', 'Record the override with'],
  left: [warning, 'records an override of', 'which no longer exists', 'Remove the record with'],
} as const;

/**
 * Findings on overrides: originals that have changed or are gone, and records in `overrides.json` that are missing, left
 * over or unreadable.
 */
export function examineOverrides(kernel: Kernel): DoctorFinding[] {
  return overrideStates(kernel).flatMap(findingOf);
}

function findingOf({ state, file, operation, original, changes }: OverrideState): DoctorFinding[] {
  if (state === 'same') return [];
  if (state === 'unreadable') return [problem(file, changes.join('; '))];
  const [find, verb, outcome, fix] = findings[state];
  const message = `This file ${verb} ${operation} of ${original}, ${outcome}.`;
  const details = state === 'changed' ? { details: changes } : {};
  return [{ ...find(file, message, `${fix}: lectern doctor --accept`), ...details }];
}
