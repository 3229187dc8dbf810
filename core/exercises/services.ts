import { asClass, contributes } from 'lectern';
import { ExerciseEditing } from './services/exercise_editing.ts';
import { Exercises } from './services/exercises.ts';
import { MemberSeeder } from './services/member_seeder.ts';
import { MemberEditing } from './services/member_editing.ts';
import { ModuleEditing } from './services/module_editing.ts';

declare module 'lectern' {
  interface Services {
    exercises: Exercises;
    exerciseEditing: ExerciseEditing;
    exerciseMemberEditing: MemberEditing;
    exerciseModuleEditing: ModuleEditing;
  }
}

export default {
  exercises: asClass(Exercises),
  exerciseEditing: asClass(ExerciseEditing),
  exerciseMemberEditing: asClass(MemberEditing),
  exerciseModuleEditing: asClass(ModuleEditing),
  memberSeeder: contributes('seeders', asClass(MemberSeeder)),
};
