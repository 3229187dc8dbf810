import { asClass, asFunction, contributes } from 'lectern';
import type { Services } from 'lectern';
import { MemberEditing } from '../goods/index.ts';
import { ExerciseEditing } from './services/exercise_editing.ts';
import { Exercises } from './services/exercises.ts';
import { exerciseMembers } from './services/member_kind.ts';
import { MemberSeeder } from './services/member_seeder.ts';
import { ModuleEditing } from './services/module_editing.ts';

declare module 'lectern' {
  interface Services {
    exercises: Exercises;
    exerciseEditing: ExerciseEditing;
    exerciseMemberEditing: MemberEditing;
    exerciseModuleEditing: ModuleEditing;
  }
}

type Needs = Pick<Services, 'database' | 'clock' | 'users'>;

export default {
  exercises: asClass(Exercises),
  exerciseEditing: asClass(ExerciseEditing),
  exerciseMemberEditing: asFunction((needs: Needs) => new MemberEditing(needs, exerciseMembers)),
  exerciseModuleEditing: asClass(ModuleEditing),
  memberSeeder: contributes('seeders', asClass(MemberSeeder)),
};
