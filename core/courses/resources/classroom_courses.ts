import { accepts, cached, creates, fails, open, pageOf, requires, resource, returns, use } from 'lectern';
import type { Call, InputOf, OpenCall } from 'lectern';
import { keysetPaging } from '../../database/index.ts';
import { done } from '../../users/index.ts';
import { visibleTo } from '../conditions.ts';
import { failures } from '../failures.ts';
import { newContent } from '../inputs.ts';
import type { ClassroomCourses as ClassroomCourseService } from '../services/classroom_courses.ts';
import type { Classrooms } from '../services/classrooms.ts';
import type { Courses } from '../services/courses.ts';
import { course } from '../shapes/course.ts';

/** Courses of a classroom. */
@resource('/classrooms/{classroomId}/courses')
export default class ClassroomCourses {
  constructor(
    @use('classrooms') protected readonly classrooms: Classrooms,
    @use('courses') protected readonly courses: Courses,
    @use('classroomCourses') protected readonly contents: ClassroomCourseService,
  ) {}

  /**
   * A page of courses, newest first; managers of courses also see unpublished ones. @throws failures.classroomNotFound
   */
  @open
  @cached(10)
  @accepts(keysetPaging)
  @fails(failures.classroomNotFound)
  @returns(pageOf(course), 'public')
  async search(call: OpenCall<{ classroomId: string }, InputOf<typeof keysetPaging>>) {
    const { params, input: page, user } = call;
    await this.classrooms.mustExist(params.classroomId, { status: visibleTo(user, 'admin_classroom') }, call);
    return this.contents.list(params.classroomId, { ...page, status: visibleTo(user, 'admin_course') }, call);
  }

  /** One course of the classroom. @throws failures.classroomNotFound, courseNotInClassroom, courseNotFound */
  @open
  @cached(10)
  @fails(failures.classroomNotFound, failures.courseNotInClassroom, failures.courseNotFound)
  @returns(course, 'public')
  async get(call: OpenCall<CourseOfClassroom>) {
    const { classroomId, id: courseId } = call.params;
    await this.classrooms.mustExist(classroomId, { status: visibleTo(call.user, 'admin_classroom') }, call);
    await this.contents.mustContain({ classroomId, courseId }, call);
    return this.courses.get(courseId, { status: visibleTo(call.user, 'admin_course') }, call);
  }

  /**
   * Adds a course to the classroom. @throws failures.classroomNotFound, failures.alreadyInClassroom, invalidParameter
   */
  @requires('admin_classroom')
  @accepts(newContent)
  @creates
  @fails(failures.classroomNotFound, failures.alreadyInClassroom)
  @returns(course, 'public')
  async add({ params, input: { courseId }, user }: Call<{ classroomId: string }, InputOf<typeof newContent>>) {
    const status = visibleTo(user, 'admin_course');
    await this.contents.add({ ...params, courseId }, { status });
    return this.courses.get(courseId, { status });
  }

  /**
   * Removes a course from the classroom; the course itself is not deleted.
   * @throws failures.classroomNotFound, failures.courseNotInClassroom
   */
  @requires('admin_classroom')
  @fails(failures.classroomNotFound, failures.courseNotInClassroom)
  @returns(done, 'public')
  async remove({ params: { classroomId, id: courseId } }: Call<CourseOfClassroom>) {
    await this.contents.remove({ classroomId, courseId });
    return { success: true };
  }
}

interface CourseOfClassroom {
  readonly classroomId: string;
  readonly id: string;
}
