import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { Field } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { Notice, Notices } from '../identity/AuthFields.tsx';
import { useAuthForm } from '../identity/useAuthForm.ts';
import classes from './People.module.css';

/** A company comes with the person who will run it: without an owner nobody could. */
export function CreateCompanyPage() {
  const navigate = useNavigate();
  const { form, fieldErrors, message, running, submit } = useAuthForm('createCompanyUser', {
    fields: [
      'company.name',
      'company.subdomain',
      'user.givenName',
      'user.familyName',
      'user.emailAddress',
    ],
    request: (given) => ({
      body: {
        company: { name: given['company.name'], subdomain: given['company.subdomain'] },
        user: {
          givenName: given['user.givenName'],
          familyName: given['user.familyName'],
          emailAddress: given['user.emailAddress'],
        },
      },
    }),
    done: (_given, { company, user }) => {
      toast.success(`${company.name} is there, and ${user.emailAddress} is invited`);
      void navigate({ to: routes.adminPeople, search: { companyId: company.id } });
    },
  });
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1 className={classes.title}>Create a company</h1>
          <p className={classes.sentence}>
            It starts with a set of phases. Its owner gets a mail and sets up the rest.
          </p>
        </div>
      </header>
      <form ref={form} className={classes.panel} onSubmit={submit} noValidate>
        <fieldset className={classes.part}>
          <legend className={classes.legend}>Company</legend>
          <Field name="company.name" label="Name" error={fieldErrors['company.name']} />
          <Field
            name="company.subdomain"
            label="Subdomain"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            description="The first part of the company’s own address: letters, digits and hyphens."
            error={fieldErrors['company.subdomain']}
          />
        </fieldset>
        <fieldset className={classes.part}>
          <legend className={classes.legend}>First owner</legend>
          <div className={classes.pair}>
            <Field
              name="user.givenName"
              label="First name"
              autoComplete="off"
              error={fieldErrors['user.givenName']}
            />
            <Field
              name="user.familyName"
              label="Last name"
              autoComplete="off"
              error={fieldErrors['user.familyName']}
            />
          </div>
          <Field
            name="user.emailAddress"
            type="email"
            label="E-mail"
            autoComplete="off"
            description="They get a link there and choose a password. It is good for seven days."
            error={fieldErrors['user.emailAddress']}
          />
        </fieldset>
        <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
        <Button type="submit" className={classes.save ?? ''} loading={running}>
          Create company
        </Button>
      </form>
    </>
  );
}
