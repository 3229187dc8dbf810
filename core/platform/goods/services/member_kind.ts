import type { Failure } from 'lectern';
import type { MemberRole } from '../enums.ts';

/** Tables and failures of the members of one kind of goods. */
export interface MemberKind<Parent extends string = string> {
  /** `targetType` of the goods in orders. */
  readonly targetType: string;
  /** Table of the members. */
  readonly table: string;
  /** Name of the field with the id of the goods. */
  readonly parent: Parent;
  /** Column with the id of the goods. */
  readonly column: string;
  /** Table of the goods; its column `student_num` has the number of their students. */
  readonly goods: string;
  /**
   * Table of the goods that contain these goods, such as the course sets of courses, and the column of `goods` that
   * refers to it.
   */
  readonly whole?: { readonly table: string; readonly column: string };
  /** Further fields of a member, as expressions in SQL. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether the goods have columns for the validity of a membership. */
  readonly hasExpiry?: boolean;
  /** Whether the goods have a column for the membership level that includes them. */
  readonly hasLevel?: boolean;
  readonly notFound: (parentId: string) => Failure;
  readonly noMember: (parentId: string, id: string) => Failure;
  readonly alreadyMember: () => Failure;
}

/** Role of a member, and whether the member is locked out. */
export interface Part {
  readonly role: MemberRole;
  readonly locked: boolean;
}

/** Returns 1 for a student who is not locked out, else 0. */
export function studentsOf({ role, locked }: Part): number {
  return role === 'student' && !locked ? 1 : 0;
}
