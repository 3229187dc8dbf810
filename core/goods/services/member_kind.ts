import type { Failure } from 'lectern';
import type { MemberRole } from '../words.ts';

/** In what somebody takes part, and where that is kept. */
export interface MemberKind<Parent extends string = string> {
  /** Table of the members. */
  readonly table: string;
  /** Name of the field that says in what they take part. */
  readonly parent: Parent;
  /** Column of that field. */
  readonly column: string;
  /** Table of what they take part in; it counts its students. */
  readonly goods: string;
  /** What the goods are a part of, by the column that says so; it counts the students of all its parts. */
  readonly whole?: { readonly table: string; readonly column: string };
  /** Says that there is nothing to take part in. */
  readonly notFound: (parentId: string) => Failure;
  /** Says that there is no such member. */
  readonly noMember: (parentId: string, id: string) => Failure;
  /** Says that somebody takes part already. */
  readonly alreadyMember: () => Failure;
}

/** What a member is there. */
export interface Part {
  readonly role: MemberRole;
  readonly locked: boolean;
}

/** How many students a member counts for. */
export function studentsOf({ role, locked }: Part): number {
  return role === 'student' && !locked ? 1 : 0;
}
