import { Button, CloseButton } from '@mantine/core';
import { useDrag } from '@mantine/hooks';
import { type NotificationData, Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { timing } from '../tokens.json';
import { useStore } from '../lib/store.ts';
import { toastExport } from '../lib/exportToast.ts';
import { type Exported, type Gone, type Toast, waitingToasts } from '../lib/toast.ts';
import { stayMsOf } from '../lib/toastTime.ts';
import classes from './Toaster.module.css';

const DISMISS_AT = timing.toastDragPercent / 100;
const WIDTH_PX = 360;
const icons = { error: IconAlertCircle, success: IconCircleCheck, info: IconInfoCircle };

interface ToastCardProps {
  kind: Toast['kind'];
  message: ReactNode;
  undo: Toast['undo'];
  link: Toast['link'];
  hide: () => void;
}

/** A toast that the user can dismiss with its button or by dragging it by at least 80% of its width. */
function ToastCard({ kind, message, undo, link, hide }: ToastCardProps) {
  const [moved, setMoved] = useState(0);
  const card = useRef<HTMLDivElement | null>(null);
  const drag = useDrag<HTMLDivElement>(
    ({ movement: [x], last }) => {
      if (!last) return setMoved(x);
      if (Math.abs(x) >= DISMISS_AT * (card.current?.offsetWidth ?? WIDTH_PX)) hide();
      else setMoved(0);
    },
    { axis: 'x', threshold: 5 },
  );
  const Icon = icons[kind];
  return (
    <div
      className={classes.card}
      data-kind={kind}
      data-dragged={drag.active || undefined}
      ref={(node) => {
        card.current = node;
        drag.ref(node);
      }}
      style={{ transform: `translateX(${moved}px)` }}
    >
      <Icon className={classes.icon} size={18} stroke={1.7} aria-hidden />
      <span className={classes.message}>{message}</span>
      {undo && (
        <Button
          variant="default"
          size="compact-sm"
          mih={44}
          onClick={() => {
            hide();
            undo();
          }}
        >
          Undo
        </Button>
      )}
      {link && (
        <Button
          renderRoot={(root) => (
            <Link {...root} to={link.to} params={link.params} search={link.search} />
          )}
          variant="default"
          size="compact-sm"
          mih={44}
          onClick={hide}
        >
          {link.words}
        </Button>
      )}
      <CloseButton size="sm" aria-label="Dismiss" onClick={hide} />
    </div>
  );
}

/** The actions of the toasts that are shown, by toast id. */
const actions = new Map<string, Pick<Toast, 'undo' | 'link'>>();

function renderToast({ id = '', message, 'data-kind': kind }: NotificationData) {
  return (
    <ToastCard
      kind={kind as Toast['kind']}
      message={message}
      undo={actions.get(id)?.undo}
      link={actions.get(id)?.link}
      hide={() => notifications.hide(id)}
    />
  );
}

const shownIds = new Set<string>();

function apply(toast: Toast | Gone | Exported): void {
  if ('exported' in toast) {
    void toastExport();
    return;
  }
  if ('gone' in toast) {
    notifications.hide(toast.id);
    return;
  }
  const data: NotificationData & { id: string } = {
    id: toast.id,
    message: toast.message,
    autoClose: stayMsOf(toast),
    role: toast.kind === 'error' ? 'alert' : 'status',
    'data-kind': toast.kind,
    onClose: ({ id = '' }) => {
      shownIds.delete(id);
      actions.delete(id);
    },
  };
  actions.set(toast.id, toast);
  if (shownIds.has(toast.id)) notifications.update(data);
  else notifications.show(data);
  shownIds.add(toast.id);
}

export default function Toaster() {
  const waiting = useStore(waitingToasts);
  useEffect(() => {
    if (waiting.length === 0) return;
    waiting.forEach(apply);
    waitingToasts.set([]);
  }, [waiting]);
  return (
    <Notifications
      position="bottom-right"
      containerWidth={WIDTH_PX}
      allowDragDismiss={false}
      allowScrollDismiss={false}
      pauseResetOnHover="notification"
      renderNotification={renderToast}
      classNames={{ root: classes.root ?? '', notification: classes.frame ?? '' }}
    />
  );
}
