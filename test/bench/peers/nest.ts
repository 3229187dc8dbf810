// NestJS on Express as in its guide: a module, a controller, a guard, pipes, a service.
import 'reflect-metadata';
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  UnauthorizedException,
  UnprocessableEntityException,
  UseGuards,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, IsString, Length, Matches, Max, Min } from 'class-validator';
import { addArticle } from './add_article.mjs';
import { articleBy, isManager, levelBy, ownerOf, page, report } from './serve.mjs';

class NewArticle {
  @IsString() @Length(1, 255) title!: string;
  @IsOptional() @Matches(/^\d{1,19}$/) categoryId?: string;
  @IsOptional() @IsArray() @ArrayMaxSize(20) @Length(1, 50, { each: true }) tags?: string[];
  @IsOptional() @IsString() @Length(1, 255) source?: string;
  @IsOptional() @Matches(/^(https?:\/)?\/\S+$/) @Length(1, 255) sourceUrl?: string;
  @IsOptional() @IsString() @Length(0, 200_000) body?: string;
  @IsOptional() @Matches(/^(https?:\/)?\/\S+$/) @Length(1, 255) thumb?: string;
  @IsOptional() @Matches(/^(https?:\/)?\/\S+$/) @Length(1, 255) originalThumb?: string;
  @IsOptional() @Matches(/^(https?:\/)?\/\S+$/) @Length(1, 255) picture?: string;
  @IsOptional() @IsIn(['published', 'unpublished', 'trash']) status?: string;
  @IsOptional() @IsIn([0, 1]) featured?: number;
  @IsOptional() @IsIn([0, 1]) promoted?: number;
  @IsOptional() @IsIn([0, 1]) sticky?: number;
}

class ArticleQuery {
  @IsOptional() @Matches(/^\d{1,19}$/) categoryId?: string;
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(2_147_483_647) offset?: number;
}

class Slice {
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(100) limit?: number;
}

// Passes the type of a parameter, which Nest usually gets from the TypeScript compiler.
const checked = (expectedType: new () => object) =>
  new ValidationPipe({ expectedType, transform: true, whitelist: true, errorHttpStatusCode: 422 });

@Injectable()
class SignedIn implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest();
    request.user = await ownerOf(request.headers['x-auth-token']);
    if (!request.user) throw new UnauthorizedException();
    return true;
  }
}

@Controller('api/plugins/vip')
class VipController {
  @Get('vip_levels/:id')
  async level(@Param('id', ParseIntPipe) id: number) {
    const level = await levelBy(String(id));
    if (!level) throw new NotFoundException();
    return level;
  }

  @Get('vip_courses')
  courses(@Query(checked(Slice)) _slice: Slice) {
    return [];
  }
}

@Controller('api/articles')
@UseGuards(SignedIn)
class ArticlesController {
  @Get()
  async list(@Query(checked(ArticleQuery)) query: ArticleQuery) {
    return page(query);
  }

  @Get(':id')
  async article(@Param('id', ParseIntPipe) id: number) {
    const article = await articleBy(String(id));
    if (!article) throw new NotFoundException();
    return article;
  }

  @Post()
  @HttpCode(201)
  async add(@Body(checked(NewArticle)) input: NewArticle, @Req() { user }: { user: { id: string; roles: string[] } }) {
    if (!isManager(user)) throw new ForbiddenException();
    const made = await addArticle(input, user);
    if (!made) throw new UnprocessableEntityException();
    return made;
  }
}

@Module({ controllers: [VipController, ArticlesController], providers: [SignedIn] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(0, '127.0.0.1');
report(app.getHttpServer().address().port);
