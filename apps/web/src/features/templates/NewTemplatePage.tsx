import { BLOCK_TYPES, type BlockType } from '@cairn/contract/template-terms';
import { ENTITY_TYPES, LOAN_TYPES } from '@cairn/contract/constants';
import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { CompanySelect } from '../../app/admin/CompanySelect.tsx';
import type { CallError } from '../../kit/CallError.ts';
import { useAction } from '../../kit/useAction.ts';
import { FACES, type Face } from './faces.ts';
import { Choice } from './fields.tsx';
import fields from './fields.module.css';
import classes from './TemplatesPage.module.css';
import { useCompanyFilter } from './TemplatesPage.tsx';
import { useUser } from '../identity/useUser.ts';

const LINKS = ['COMPANY', 'INDIVIDUAL', 'TRUST', 'ASSET'] as const;

export function NewTemplatePage({ face }: { face: Face }) {
  const user = useUser();
  const navigate = useNavigate();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [blockType, setBlockType] = useState<BlockType>('LOAN');
  const [loanType, setLoanType] = useState('');
  const [entityType, setEntityType] = useState('');
  const [company, setCompany] = useState(useCompanyFilter() ?? '');
  const [links, setLinks] = useState<readonly (typeof LINKS)[number][]>(['COMPANY', 'INDIVIDUAL']);
  const onFailure = ({ fieldErrors }: CallError) => {
    setErrors(fieldErrors);
    return Object.keys(fieldErrors).length > 0;
  };
  const create = useAction('createTemplate', { onFailure });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('name');
    const name = typeof given === 'string' ? given.trim() : '';
    if (name === '') return setErrors({ name: 'Required' });
    const types = { loanType: loanType || null, entityType: entityType || null };
    create.mutate(
      {
        body: {
          name,
          blockType,
          ...(types as object),
          ...(company && { company }),
          ...(blockType === 'LOAN' && { entityTypeLinks: [...links] }),
        },
      },
      { onSuccess: ({ id }) => void navigate({ to: face.edit, params: { templateId: id } }) },
    );
  };
  const toggle = (link: (typeof LINKS)[number], on: boolean) =>
    setLinks(on ? [...links, link] : links.filter((other) => other !== link));
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>New template</h1>
      </header>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          name="name"
          label="Name"
          maxLength={255}
          error={errors['name']}
          classNames={{
            input: fields.input ?? '',
            label: fields.label ?? '',
            error: fields.error ?? '',
          }}
        />
        {/* An administrator says for whom; everybody else makes it for their own company. */}
        {user.roleLevel === 'ADMIN' && (
          <CompanySelect label="Company" value={company} onChange={setCompany} />
        )}
        {errors['company'] && <p role="alert">{errors['company']}</p>}
        {face === FACES.v2 && (
          <Choice
            label="Applied to"
            value={blockType}
            options={BLOCK_TYPES}
            onChange={(block) => setBlockType(block as BlockType)}
          />
        )}
        <Choice
          label="Loan type"
          value={loanType}
          options={{ '': 'Any loan type', ...LOAN_TYPES }}
          onChange={setLoanType}
        />
        <Choice
          label="Entity type"
          value={entityType}
          options={{ '': 'All entity types', ...ENTITY_TYPES }}
          onChange={setEntityType}
        />
        {blockType === 'LOAN' && (
          <fieldset className={classes.boxes}>
            <legend>Blocks that repeat for each</legend>
            {LINKS.map((link) => (
              <label key={link}>
                <input
                  type="checkbox"
                  checked={links.includes(link)}
                  onChange={(event) => toggle(link, event.currentTarget.checked)}
                />
                {BLOCK_TYPES[link]}
              </label>
            ))}
          </fieldset>
        )}
        <div className={classes.row}>
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
          <Button variant="default" component={Link} to={face.list}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
