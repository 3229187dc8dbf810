import { asFunction, contributes } from 'lectern';
import type { Services } from 'lectern';
import { Enrolments, MembershipProduct } from '../enrolments/index.ts';
import { MemberEditing, Members } from '../goods/index.ts';
import { ExerciseEditing } from './services/exercise_editing.ts';
import { Exercises } from './services/exercises.ts';
import { exerciseMembers } from './services/member_kind.ts';
import { ModuleEditing } from './services/module_editing.ts';

/** Percentage of the price of an exercise that coins may pay; exercises have no field `maxRate`. */
const COIN_RATE = 100;

declare module 'lectern' {
  interface Services {
    exercises: Exercises;
    exerciseEditing: ExerciseEditing;
    exerciseEnrolments: Enrolments;
    exerciseMemberEditing: MemberEditing;
    exerciseMembers: Members<'exerciseId'>;
    exerciseModuleEditing: ModuleEditing;
  }
}

type Needs = Pick<
  Services,
  'clock' | 'coverages' | 'database' | 'eventChecks' | 'exerciseMembers' | 'exercises' | 'users'
>;

function forExercises({ clock, coverages, database, eventChecks, exercises, exerciseMembers: members }: Needs) {
  const published = async (id: string) => ({ maxRate: COIN_RATE, ...(await exercises.get(id, { manages: false })) });
  return { clock, coverages, database, eventChecks, members, published };
}

export default {
  exercises: Exercises,
  exerciseEditing: ExerciseEditing,
  exerciseEnrolments: asFunction((needs: Needs) => new Enrolments(forExercises(needs), exerciseMembers)),
  exerciseMembers: asFunction((needs: Needs) => new Members(needs, exerciseMembers)),
  exerciseProduct: contributes(
    'products',
    asFunction((needs: Needs) => new MembershipProduct('item_bank_exercise', forExercises(needs))),
  ),
  exerciseMemberEditing: asFunction((needs: Needs) => new MemberEditing(needs, exerciseMembers)),
  exerciseModuleEditing: ModuleEditing,
};
