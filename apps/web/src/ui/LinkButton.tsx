import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

interface AnchorButtonProps
  extends ButtonProps, Omit<ComponentPropsWithRef<'a'>, keyof ButtonProps> {}

const AnchorButton = (props: AnchorButtonProps) => <Button component="a" {...props} />;

/** A link that looks like a button. Unlike `component={Link}`, it type-checks the parameters of its route. */
export const LinkButton = createLink(AnchorButton);
